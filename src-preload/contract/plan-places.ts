// Finds the places of a plan's words where something else stands each time: `{{name}}`.
const PLACE = /\{\{\s*([^{}]+?)\s*\}\}/g

export const placesIn = (text: string): string[] => [...text.matchAll(PLACE)].map(([, name = '']) => name)

export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(PLACE, (_, name: string) => values[name] ?? '')
