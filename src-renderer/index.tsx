import { createRoot } from 'react-dom/client'
import './ui/styles.css'

createRoot(document.getElementById('root') as HTMLElement).render(<main>Deskhand</main>)
