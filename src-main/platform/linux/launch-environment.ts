// Makes every program that Deskhand starts show its controls, by variables of its environment.
import { isFolder } from '../../core/stat.ts'
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'

/** Marks every process of a virtual desktop; its value is the folder of that desktop, with its profiles. */
export const DESKTOP_FOLDER = 'DESKHAND_DESKTOP_FOLDER'

/** Chromium shows its page only with ACCESSIBILITY_ENABLED (or a switch that stays set for the whole account). */
const ALWAYS: Record<string, string> = {
  ACCESSIBILITY_ENABLED: '1',
  GNOME_ACCESSIBILITY: '1',
  QT_ACCESSIBILITY: '1',
  QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
}
/** GTK 2 has its accessibility bridge in two modules. GTK 3 has it built in and ignores them. */
const GTK_2_MODULES = ['gail', 'atk-bridge']
/** Makes Chromium show the controls of its page. */
export const SHOWS_PAGE = '--force-renderer-accessibility'
/** Swing and AWT have their accessibility bridge in a library. A Java program that gets the class without its path ends as it starts. */
export const JAVA_BRIDGE = '/usr/share/java/java-atk-wrapper.jar'
const JAVA_OPTIONS = `-Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper -Xbootclasspath/a:${JAVA_BRIDGE}`

type Environment = Record<string, string | undefined>

/** Gives the variables that are added to any environment. */
export function accessible(env: Environment): Record<string, string> {
  const modules = (env['GTK_MODULES'] ?? '').split(':').filter(Boolean)
  const flags = (env['QTWEBENGINE_CHROMIUM_FLAGS'] ?? '').split(' ').filter(Boolean)
  return {
    ...ALWAYS,
    // The page inside a Qt program is a Chromium, which shows its controls only when it is told to.
    QTWEBENGINE_CHROMIUM_FLAGS: [...new Set([...flags, SHOWS_PAGE])].join(' '),
    // The Chromium inside Qt ends as it starts where root runs it with its sandbox, as Chromium itself does.
    ...(isRoot() && { QTWEBENGINE_DISABLE_SANDBOX: '1' }),
    GTK_MODULES: [...new Set([...modules, ...GTK_2_MODULES])].join(':'),
  }
}

export const isRoot = (): boolean => process.getuid?.() === 0

/** Java versions that the library was built for; others end with it as they start (measured on Temurin 25). */
const BUILT_FOR = /^\/usr\/lib\/jvm\/(java-[\d.]+-openjdk|default-java)[^/]*\/(jre\/)?bin\/java$/
/** Matches a script that starts the `java` of the path: by its name, by a variable that has it, or with Debian's own functions. */
const STARTS_JAVA =
  /java-wrappers\.sh|(?:^|[\s;&|])(?:exec\s+)?java[ \t]+\S|=["']?java["']?\s*$|\b(?:which|command -v|type -p)\s+java\b/m
/** Matches each program of the name that a script tries, as it is written there. */
const JAVA_PATHS = /[^\s"'`=:;()]+\/java(?![\w./-])/g
/** A variable by which a person names another Java. */
const NAMES_JAVA = /^\w*JAVA\w*$/
const MAX_SCRIPT = 64 * 1024

/** Gives the variables for a program of Java. `program` is the path of what is started, `java` that of the system's `java`. */
export function accessibleJava(
  program: string,
  java: string | null,
  env: Environment,
  isInstalled = existsSync(JAVA_BRIDGE),
): Record<string, string> {
  const options = env['JAVA_TOOL_OPTIONS'] ?? ''
  if (!isInstalled || java === null || options.includes('assistive_technologies')) return {}
  if (!BUILT_FOR.test(realPath(java))) return {}
  const isJava = realPath(program) === realPath(java)
  if (!isJava && !startsSystemJava(scriptIn(program), env)) return {}
  return { JAVA_TOOL_OPTIONS: `${options} ${JAVA_OPTIONS}`.trim() }
}

/** Whether a script starts no other Java than the system's: one that an application brings along would end with the library. */
function startsSystemJava(script: string, env: Environment): boolean {
  if (env['JAVA_HOME'] !== undefined) return false
  const written: string[] = script.replaceAll(/^\s*#(?!!).*$/gm, '').match(JAVA_PATHS) ?? []
  // Debian keeps libraries in a folder of that name, which scripts name, too (Freeplane): /usr/share/java.
  const tried = written.filter((path) => !(path.startsWith('/') && isFolder(path)))
  const isSystem = (path: string): boolean => {
    const variable = /^\$\{?(\w+)\}?(?:\/bin)?\/java$/.exec(path)?.[1]
    return variable === undefined
      ? /^\/(?:usr\/bin|etc\/alternatives)\/java$/.test(path) || BUILT_FOR.test(path)
      : NAMES_JAVA.test(variable) && env[variable] === undefined
  }
  return tried.every(isSystem) && (STARTS_JAVA.test(script) || tried.some((path) => path.startsWith('/')))
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** The text of a script; empty for any other program. */
function scriptIn(program: string): string {
  try {
    // Most programs are no scripts and may be large, so only a small file is read.
    return statSync(program).size <= MAX_SCRIPT ? scriptOf(readFileSync(program)) : ''
  } catch {
    return ''
  }
}

const scriptOf = (content: Buffer): string =>
  content.subarray(0, 2).toString() === '#!' ? content.toString() : ''
