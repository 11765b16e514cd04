// Translates the ends of lines: Windows has two characters there, the port one.
export const toWindows = (text: string): string => text.replace(/\r\n?|\n/g, '\r\n')
export const toPort = (text: string): string => text.replace(/\r\n?/g, '\n')
