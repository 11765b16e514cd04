// What a person has begun to write, kept while other things are shown.
import { create } from 'zustand'

export const useDrafts = create<Record<string, string>>(() => ({}))
export const setDraft = (place: string, text: string): void => useDrafts.setState({ [place]: text })
