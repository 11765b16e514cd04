import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { accessible, accessibleJava } from './launch-environment.ts'
import { missingBridges } from './toolkit-bridges.ts'

const roots: string[] = []
async function machineWith(...paths: string[]): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'bridges-'))
  roots.push(root)
  for (const path of paths) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), '')
  }
  return root
}
afterEach(async () => {
  await Promise.all(roots.splice(0).map((root) => rm(root, { recursive: true })))
})

const GTK_2 = 'usr/lib/x86_64-linux-gnu/libgtk-x11-2.0.so.0'
const GAIL = 'usr/lib/x86_64-linux-gnu/gtk-2.0/modules/libgail.so'
const JAVA = 'usr/lib/jvm/java-17-openjdk-amd64/lib/libawt_xawt.so'

test('what an installed toolkit lacks is named with its packages', async () => {
  expect(missingBridges(await machineWith(GTK_2, GAIL, JAVA))).toEqual([
    { toolkit: 'GTK 2', packages: ['libatk-adaptor'] },
    { toolkit: 'Java', packages: ['libatk-wrapper-java'] },
  ])
})

test('a toolkit that is not installed lacks nothing', async () => {
  expect(missingBridges(await machineWith())).toEqual([])
})

test('GTK 2 is told to load its bridge, beside what the person has set', () => {
  expect(accessible({ GTK_MODULES: 'canberra:gail' })).toMatchObject({
    GTK_MODULES: 'canberra:gail:atk-bridge',
  })
})

test('the page inside a Qt program shows its controls, beside the switches that the person has set', () => {
  expect(accessible({ QTWEBENGINE_CHROMIUM_FLAGS: '--disable-gpu' })['QTWEBENGINE_CHROMIUM_FLAGS']).toBe(
    '--disable-gpu --force-renderer-accessibility',
  )
})

describe('the bridge of Java', () => {
  const JAVA = '/usr/lib/jvm/java-17-openjdk-none/bin/java'
  const set = expect.objectContaining({
    JAVA_TOOL_OPTIONS: expect.stringMatching(/AtkWrapper -Xbootclasspath\/a:\S+\.jar$/) as string,
  }) as object

  test('is loaded by the system’s own Java and by a script that starts it', async () => {
    const root = await machineWith('editor')
    const script = join(root, 'editor')
    await writeFile(script, '#!/bin/sh\nexec java -jar /usr/share/editor.jar "$@"\n')
    expect(accessibleJava(JAVA, JAVA, {}, true)).toEqual(set)
    expect(accessibleJava(script, JAVA, {}, true)).toEqual(set)
    expect(accessibleJava(JAVA, JAVA, { JAVA_TOOL_OPTIONS: '-Xmx1g' }, true)['JAVA_TOOL_OPTIONS']).toMatch(
      /^-Xmx1g -D/,
    )
  })

  test.each([
    ['by a variable', "JAVACMD='java'\n$JAVACMD -jar /usr/share/editor.jar\n"],
    ['by the path', 'JAVA_CMD=$(which java)\n"$JAVA_CMD" -jar editor.jar\n'],
    ['from its source', 'exec java Form.java\n'],
    [
      'after the one that a person may name',
      'if [ -x "${JAVA_HOME}/bin/java" ]; then J="${JAVA_HOME}/bin/java"; else J=/usr/bin/java; fi\n$J -jar e.jar\n',
    ],
    [
      'of a list',
      'for j in /usr/lib/jvm/java-17-openjdk-$ARCH/bin/java /usr/bin/java; do $j -jar e.jar; done\n',
    ],
  ])('is loaded by a script that starts it %s', async (_, lines) => {
    const root = await machineWith('editor')
    await writeFile(join(root, 'editor'), `#!/bin/sh\n${lines}`)
    expect(accessibleJava(join(root, 'editor'), JAVA, {}, true)).toEqual(set)
  })

  test('is loaded by a script that names a folder of libraries called so, which is no program', async () => {
    const root = await machineWith('editor', 'share/java/tool.jar')
    const lines = `if [ -d "${root}/share/java" ]; then O="-Dlib=${root}/share/java"; fi\nexec java $O -jar e.jar\n`
    await writeFile(join(root, 'editor'), `#!/bin/sh\n${lines}`)
    expect(accessibleJava(join(root, 'editor'), JAVA, {}, true)).toEqual(set)
  })

  test.each([
    ['its own', 'J="$IDE_HOME/jbr/bin/java"; [ -x "$J" ] || J=$(command -v java)\n$J -jar ide.jar\n', {}],
    ['a fixed one', '/opt/jdk-25/bin/java -jar e.jar || exec java -jar e.jar\n', {}],
    [
      'the person’s',
      'exec "$JAVA_BINDIR/java" -jar e.jar || java -jar e.jar\n',
      { JAVA_BINDIR: '/opt/jdk/bin' },
    ],
    ['none', 'echo "no java"; exec editor\n', {}],
  ])('is not loaded by a script that starts %s', async (_, lines, env) => {
    const root = await machineWith('editor')
    await writeFile(join(root, 'editor'), `#!/bin/sh\n${lines}`)
    expect(accessibleJava(join(root, 'editor'), JAVA, env, true)).toEqual({})
  })

  test('is loaded by nothing that it would end: no other program, no other Java, none without the library', () => {
    const other = '/usr/lib/jvm/temurin-25-jdk-amd64/bin/java'
    expect(accessibleJava('/opt/ide/bin/ide', JAVA, {}, true)).toEqual({})
    expect(accessibleJava(other, other, {}, true)).toEqual({})
    expect(accessibleJava(JAVA, null, {}, true)).toEqual({})
    expect(accessibleJava(JAVA, JAVA, {}, false)).toEqual({})
  })
})
