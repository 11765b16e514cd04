// Checks that work of the engine can be stopped by whoever asks for it. An exported function, or a public method of an exported class,
// of the rooms below that awaits a call which takes a RunControl must take one itself, alone or as a member of a parameter: who has
// none can only make one that nobody stops, or keep one of somebody else. Those that do so rightly are listed with the reason.
import { join } from 'node:path'
import ts from 'typescript'
import { root } from './setup.mjs'

const ROOMS = ['agents', 'planner', 'session', 'computer', 'servers', 'replay', 'interpreter', 'platform']
/** `file: function` → why it takes none. */
const ALLOWED = {
  'src-main/servers/desktop/verifying/look.ts: Look.text': 'a Look is made for one call, with its RunControl',
  'src-main/servers/desktop/verifying/look.ts: Look.selection':
    'a Look is made for one call, with its RunControl',
  'src-main/servers/desktop/protocol/serve.ts: serveDesktop':
    'the whole program: its RunControl bounds the connecting',
}

const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path))
const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root)
const isChecked = (path) =>
  ROOMS.some((room) => path.startsWith(`${join(root, 'src-main', room)}/`)) &&
  !/\.test\.ts$|\/testing\//.test(path)
const program = ts.createProgram(fileNames.filter(isChecked), options)
const checker = program.getTypeChecker()

const isRunControl = (type) => checker.getNonNullableType(type).symbol?.name === 'RunControl'
const takesRunControl = (signature, at) =>
  signature.parameters.some((parameter) => {
    const type = checker.getTypeOfSymbolAtLocation(parameter, at)
    return (
      isRunControl(type) ||
      type.getProperties().some((member) => isRunControl(checker.getTypeOfSymbolAtLocation(member, at)))
    )
  })
const modifiersOf = (node) => new Set(ts.getModifiers(node)?.map(({ kind }) => kind))
const isExported = (node) => modifiersOf(node).has(ts.SyntaxKind.ExportKeyword)

/**
 * What others call: exported functions, also those in a constant, and the public methods of exported classes.
 * @returns {Generator<[string, any]>}
 */
function* entrances(file) {
  for (const statement of file.statements) {
    if (!isExported(statement)) continue
    if (ts.isFunctionDeclaration(statement)) yield [statement.name.text, statement]
    if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations)
        if (initializer && ts.isArrowFunction(initializer)) yield [name.getText(), initializer]
    }
    if (!ts.isClassDeclaration(statement)) continue
    for (const member of statement.members) {
      const isHidden =
        modifiersOf(member).has(ts.SyntaxKind.PrivateKeyword) ||
        modifiersOf(member).has(ts.SyntaxKind.ProtectedKeyword)
      if (ts.isMethodDeclaration(member) && ts.isIdentifier(member.name) && !isHidden)
        yield [`${statement.name.text}.${member.name.text}`, member]
    }
  }
}

/** The first awaited call that takes a RunControl; a function inside that takes one itself passes that on. */
function awaitedWithRun(node) {
  if (ts.isFunctionLike(node) && takesRunControl(checker.getSignatureFromDeclaration(node), node))
    return undefined
  if (ts.isAwaitExpression(node) && ts.isCallExpression(node.expression)) {
    const signature = checker.getResolvedSignature(node.expression)
    if (signature && takesRunControl(signature, node)) return node.expression.expression.getText()
  }
  return ts.forEachChild(node, awaitedWithRun)
}

const unused = new Set(Object.keys(ALLOWED))
let faults = 0
for (const file of program.getSourceFiles().filter(({ fileName }) => isChecked(fileName))) {
  for (const [name, declaration] of entrances(file)) {
    if (!declaration.body || takesRunControl(checker.getSignatureFromDeclaration(declaration), declaration))
      continue
    const awaited = awaitedWithRun(declaration.body)
    if (!awaited) continue
    const place = `${file.fileName.slice(root.length + 1)}: ${name}`
    if (unused.delete(place)) continue
    faults++
    process.stderr.write(`${place} awaits ${awaited}, which takes a RunControl, and takes none itself.\n`)
  }
}
for (const place of unused) {
  faults++
  process.stderr.write(`${place} is allowed to take no RunControl, and need not be: take it off the list.\n`)
}
process.exit(faults === 0 ? 0 : 1)
