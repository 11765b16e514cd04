// Keeps whether the settings show under which key of config.yaml each of them stands.
import { create } from 'zustand'

export const useShownKeys = create<{ shown: boolean }>(() => ({ shown: false }))
