import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import viteConfig from '../../vite.config.ts'

const root = join(import.meta.dirname, '../..')
const read = (name: string): string => readFileSync(join(root, name), 'utf8')
const named = z.record(z.string(), z.string()).default({})
const lock = z
  .object({
    packages: z.record(z.string(), z.object({ dependencies: named, optionalDependencies: named })),
  })
  .parse(JSON.parse(read('package-lock.json'))).packages
const builder = z
  .object({
    files: z.array(z.string()),
    asarUnpack: z.array(z.string()),
    electronFuses: z.record(z.string(), z.boolean()),
  })
  .loose()
  .parse(parse(read('electron-builder.yml')))

/** Folder of what `name` means for the package in `from`, as Node looks for it. */
function find(from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const there = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (lock[there]) return there
    if (folder === '') return null
  }
}

/** The packages that are loaded by name at run time, with all that they need. */
function loadedPackages(): Set<string> {
  const external = z
    .array(z.string())
    .parse(viteConfig.environments?.main?.build?.rolldownOptions?.external)
    .filter((name) => name !== 'electron' && !name.startsWith('node:') && !isBuiltin(name))
  const folders = new Set<string>()
  const add = (folder: string | null): void => {
    if (folder === null || folders.has(folder)) return
    folders.add(folder)
    const { dependencies, optionalDependencies } = lock[folder]!
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) add(find(folder, name))
  }
  for (const name of external) add(`node_modules/${name}`)
  return folders
}

test('the package has every module that is loaded by name at run time, and no other', () => {
  const [pattern] = builder.files.filter((file) => file.startsWith('!node_modules/!('))
  const kept = pattern?.replace(/^!node_modules\/!\(/, '').replace(/\)\/\*\*$/, '')
  // WebAssembly in place of natives is for browsers; what is named by the system is looked at below.
  const needed = [...loadedPackages()].map((folder) => folder.split('/')[1] ?? '')
  const everywhere = needed.filter((name) => name !== '@emnapi' && !name.startsWith('sqlite-vec-'))
  const inOrder = (names: string[]) => [...new Set(names)].toSorted((a, b) => a.localeCompare(b))
  expect(inOrder(kept?.split('|').filter((name) => !name.includes('$')) ?? [])).toEqual(inOrder(everywhere))
})

test('of the natives the package has those of its own system and processor', () => {
  const patterns = builder.files.filter((file) => /^!node_modules\/@(img|napi-rs|koromix)\/!/.test(file))
  expect(patterns).toHaveLength(3)
  for (const pattern of patterns) {
    const [scope, rest = ''] = pattern.replace('!node_modules/', '').split('/!(')
    const kept = rest.replace(')/**', '').split('|')
    const on = (platform: string, arch: string) =>
      kept.map((name) => name.replaceAll('${platform}', platform).replaceAll('${arch}', arch))
    for (const [platform, arch] of [
      ['linux', 'x64'],
      ['linux', 'arm64'],
      ['darwin', 'x64'],
      ['darwin', 'arm64'],
      ['win32', 'x64'],
      ['win32', 'arm64'],
    ] as const) {
      const natives = Object.keys(lock).filter(
        (folder) =>
          folder.startsWith(`node_modules/${scope ?? ''}/`) &&
          new RegExp(`-${platform}-${arch}(-gnu|-msvc)?$`).test(folder),
      )
      expect(natives.length, `${platform} ${arch}`).toBeGreaterThan(0)
      for (const native of natives) expect(on(platform, arch)).toContain(native.split('/').at(-1))
    }
  }
})

test('native code and its libraries lie outside of the archive', () => {
  expect(builder.asarUnpack).toEqual([
    '**/*.node',
    '**/node_modules/@img/sharp-*/lib/**',
    '**/node_modules/onnxruntime-node/bin/**',
    '**/node_modules/sqlite-vec-*/vec0.*',
    // The runtime that the library for input was built with; a new Windows has none.
    '**/node_modules/@nut-tree-fork/libnut-*/build/Release/*.dll',
  ])
})

test('every fuse is decided', () => {
  expect(builder.electronFuses).toEqual({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    onlyLoadAppFromAsar: true,
    enableEmbeddedAsarIntegrityValidation: true,
    enableCookieEncryption: true,
    grantFileProtocolExtraPrivileges: false,
    loadBrowserProcessSpecificV8Snapshot: false,
  })
})

test('the check of a package knows what a library is for, also one for several processors', async () => {
  const script: string = new URL('../../scripts/check-package.mjs', import.meta.url).href
  const { isFor, kindOf } = (await import(script)) as {
    isFor: (kind: string, wanted: string) => boolean
    kindOf: (bytes: Buffer) => string
  }
  const words = (...numbers: number[]) => {
    const bytes = Buffer.alloc(4096)
    for (const [at, number] of numbers.entries()) bytes.writeUInt32BE(number, at * 4)
    return bytes
  }
  // Each processor of a universal library has five words.
  const universal = kindOf(words(0xcafebabe, 2, 0x01000007, 3, 0, 0, 0, 0x0100000c, 0, 0, 0, 0))
  expect(['darwin x64', 'darwin arm64', 'win32 x64'].map((wanted) => isFor(universal, wanted))).toEqual([
    true,
    true,
    false,
  ])
  const one = kindOf(words(0xcffaedfe, 0x07000001))
  expect([isFor(one, 'darwin x64'), isFor(one, 'darwin arm64')]).toEqual([true, false])
})
