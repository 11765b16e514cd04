// Names the path of the hostile server of the tests.
export const HOSTILE_STDIO_SERVER = new URL('./hostile-stdio-server.ts', import.meta.url).pathname
