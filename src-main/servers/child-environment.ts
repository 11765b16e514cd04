// The environment of programs that a built-in server starts: the desktop's, without the keys of model services.

const SECRET_NAME = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL/i
const INHERITED = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'USER', 'LANG', 'LC_ALL', 'TZ']

/** What is inherited is a short list; what the desktop sets comes on top. */
export function childEnvironment(desktop: Record<string, string>): Record<string, string> {
  const inherited = INHERITED.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const all = { ...Object.fromEntries(inherited), ...desktop }
  return Object.fromEntries(Object.entries(all).filter(([name]) => !SECRET_NAME.test(name)))
}
