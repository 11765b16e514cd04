// The floors of the house (docs/architecture.md): a room imports only from floors below its own, and there are no circles.
const FLOORS = [
  ['src-preload/contract'],
  ['src-main/core'],
  ['src-main/matching'],
  ['src-main/ocr'],
  ['src-main/config'],
  ['src-main/platform', 'src-main/models', 'src-main/safety'],
  ['src-main/interpreter'],
  ['src-main/computer', 'src-main/servers', 'src-main/memory'],
  ['src-main/agents'],
  ['src-main/planner'],
  ['src-main/recorder'],
  ['src-main/session'],
  ['src-main/replay'],
  ['src-main/aip', 'src-main/batch', 'src-main/schedules'],
  ['src-main/engine', 'src-main/web'],
  ['src-main/mcp-server'],
  ['src-main/bridge'],
  ['src-main/terminal', 'src-main/client'],
  ['src-main/electron'],
]
// The allow-list of each room lies in the room, as DEPS.list: one room in a line that its product code may import.
const { existsSync, readFileSync } = require('node:fs')
const ROOMS = [...FLOORS.flat(), 'src-renderer'].filter((room) => existsSync(`${room}/DEPS.list`))
const allowedIn = (room) =>
  readFileSync(`${room}/DEPS.list`, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
const match = (rooms) => `^(${rooms.map((room) => `${room}(/|\\.ts$)`).join('|')})`
const below = (index) => FLOORS.slice(0, index).flat()

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: { path: '^src-' }, to: { circular: true } },
    ...FLOORS.map((rooms, index) => ({
      name: `floor-${rooms.map((room) => room.split('/').at(-1)).join('-')}`,
      comment: 'A room imports only from the floors below it.',
      severity: 'error',
      from: { path: match(rooms) },
      to: { path: '^src-', pathNot: match([...rooms, ...below(index)]) },
    })),
    ...ROOMS.map((room) => ({
      name: `deps-of-${room.split('/').at(-1)}`,
      comment: `The rooms that it may import are in ${room}/DEPS.list.`,
      severity: 'error',
      from: { path: `^${room}/`, pathNot: '\\.test\\.tsx?$|/testing/' },
      to: { path: '^src-', pathNot: match([room, ...allowedIn(room)]) },
    })),
    {
      name: 'systems-behind-their-port',
      comment: 'What differs between operating systems is asked of platform/this-system.ts.',
      severity: 'error',
      from: { path: '^src-', pathNot: '^src-main/platform/|\\.test\\.ts$|/testing/' },
      to: { path: '^src-main/platform/(linux|virtual|windows|macos)/' },
    },
    {
      name: 'engine-knows-no-electron',
      severity: 'error',
      from: { path: '^src-main', pathNot: '^src-main/electron' },
      to: { path: '^electron$|node_modules/electron/' },
    },
    {
      name: 'renderer-knows-the-contract',
      severity: 'error',
      from: { path: '^src-renderer' },
      to: { path: '^src-', pathNot: '^(src-renderer|src-preload/contract)' },
    },
    {
      name: 'not-to-test',
      severity: 'error',
      from: { pathNot: '\\.(test|e2e)\\.ts$|^e2e|^bench|^assurance|^examples|/testing/' },
      to: { path: '\\.(test|e2e)\\.ts$|^e2e' },
    },
    {
      name: 'no-unlisted-package',
      severity: 'error',
      from: { path: '^src-' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'] },
    },
    {
      name: 'no-dev-package-in-the-product',
      severity: 'error',
      comment: 'What the windows are made of is built into them; Electron is the shell itself.',
      from: { path: '^src-main', pathNot: '\\.test\\.ts$|/testing/' },
      to: { dependencyTypes: ['npm-dev'], pathNot: 'node_modules/electron/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
