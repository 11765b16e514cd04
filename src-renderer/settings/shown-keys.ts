// Keeps whether the settings show the key of config.yaml to which each of them belongs.
import { create } from 'zustand'

export const useShownKeys = create<{ shown: boolean }>(() => ({ shown: false }))
