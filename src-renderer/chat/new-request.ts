// Begins a new request: its page, with the keyboard in the composer also where that page is shown already.
import { navigate } from '../state/place.ts'
import { COMPOSER_ID } from './ids.ts'

export function newRequest(): void {
  navigate('new')
  document.getElementById(COMPOSER_ID)?.focus()
}
