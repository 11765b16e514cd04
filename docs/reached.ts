// Finds the declarations that the programs of the product reach: from the entry points of vite.config.ts, over imports and names.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const root = join(import.meta.dirname, '..')
const isProduct = (path: string) => path.startsWith(`${root}/src-`) && !/\.test\.tsx?$|\/testing\//.test(path)

/** The files that `vite build` begins with; a page begins with the module that it names. */
function entryPoints(): string[] {
  const config = readFileSync(join(root, 'vite.config.ts'), 'utf8')
  const programs = [...config.matchAll(/at\('(src-[\w/-]+\.ts)'\)/g)].map(([, path = '']) => path)
  const pages = [...(/PAGES = \[(.*?)\]/.exec(config)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(
    ([, page = '']) => {
      const html = readFileSync(join(root, `src-renderer/${page}.html`), 'utf8')
      return `src-renderer/${/src="\.?\/?([\w-]+\.tsx)"/.exec(html)?.[1] ?? ''}`
    },
  )
  return [...programs, ...pages].map((path) => join(root, path))
}

/** A declaration that can be named, and the code that runs or counts once it is reached. */
type Unit = ts.Node

const isMember = (node: ts.Node): node is ts.ClassElement | ts.TypeElement =>
  ts.isMethodDeclaration(node) ||
  ts.isAccessor(node) ||
  ts.isMethodSignature(node) ||
  (ts.isPropertySignature(node) && !ts.isTypeLiteralNode(node.parent)) ||
  (ts.isPropertyDeclaration(node) &&
    !node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword))

const isUnit = (node: ts.Node): boolean =>
  ts.isFunctionDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  (ts.isVariableDeclaration(node) &&
    ts.isVariableStatement(node.parent.parent) &&
    ts.isSourceFile(node.parent.parent.parent)) ||
  (isMember(node) && isName(node.name) && !ts.isObjectLiteralExpression(node.parent))

const isName = (node: ts.Node | undefined): node is ts.MemberName =>
  node !== undefined && (ts.isIdentifier(node) || ts.isPrivateIdentifier(node))
const nameOf = (unit: Unit): ts.Node | undefined => (unit as ts.NamedDeclaration).name

/** The innermost unit around a node; the file itself for what runs when it is loaded. */
function unitAround(node: ts.Node): Unit {
  let at = node
  while (!ts.isSourceFile(at) && !isUnit(at)) at = at.parent
  return at
}

export class Reached {
  readonly #program: ts.Program
  readonly #checker: ts.TypeChecker
  readonly #live = new Set<Unit>()

  constructor() {
    const { config } = ts.readConfigFile(join(root, 'src-renderer/tsconfig.json'), (path) =>
      ts.sys.readFile(path),
    )
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(root, 'src-renderer'))
    this.#program = ts.createProgram(entryPoints(), { ...options, types: ['node', 'vite/client'] })
    this.#checker = this.#program.getTypeChecker()
    this.#spread(this.#edges())
  }

  /** Why the place is not a part of the product; null where it is. `words` stand in the file. */
  faultOf(path: string, words: string | null): string | null {
    const file = this.#program.getSourceFile(join(root, path))
    if (!file || !isProduct(file.fileName)) return `no program of the product imports ${path}`
    if (words === null) return null
    const units = unitsAt(file, words)
    if (units.length === 0) return `${path} has no such words: “${words}”`
    return units.some((unit) => this.#live.has(unit))
      ? null
      : `nothing in the product uses “${words}” of ${path}`
  }

  /** From each unit to those that it names. */
  #edges(): Map<Unit, Set<Unit>> {
    const edges = new Map<Unit, Set<Unit>>()
    const add = (from: Unit, to: Unit) => {
      const known = edges.get(from)
      if (known) known.add(to)
      else edges.set(from, new Set([to]))
    }
    for (const file of this.#program.getSourceFiles()) {
      if (!isProduct(file.fileName)) continue
      const visit = (node: ts.Node, unit: Unit): void => {
        const inner = isUnit(node) ? node : unit
        if (inner !== unit && !ts.isSourceFile(unit)) add(inner, unit)
        if (
          isName(node) &&
          nameOf(unit) !== node &&
          !ts.isImportSpecifier(node.parent) &&
          !ts.isExportSpecifier(node.parent)
        )
          for (const target of this.#named(node)) add(unit, target)
        for (const target of this.#handedOn(node)) add(inner, target)
        if (isMember(node)) for (const base of this.#inherited(node)) add(base, node)
        ts.forEachChild(node, (child) => visit(child, inner))
      }
      visit(file, file)
    }
    return edges
  }

  /** What an identifier stands for: where it was declared. What is only written is not used. */
  #named(node: ts.MemberName): Unit[] {
    const { parent } = node
    if (ts.isPropertyAssignment(parent) && parent.name === node) return []
    if (ts.isShorthandPropertyAssignment(parent)) {
      const value = this.#checker.getShorthandAssignmentValueSymbol(parent)
      return this.#unitsOf(value)
    }
    if (
      ts.isBindingElement(parent) &&
      ts.isObjectBindingPattern(parent.parent) &&
      (parent.propertyName ?? parent.name) === node
    ) {
      const type = this.#checker.getTypeAtLocation(parent.parent)
      return this.#unitsOf(type.getProperty(node.text))
    }
    return this.#unitsOf(this.#checker.getSymbolAtLocation(node))
  }

  /** The members of what goes whole to a parameter that takes anything, such as that of `JSON.stringify`: it reads them all. */
  #handedOn(node: ts.Node): Unit[] {
    if (!ts.isCallExpression(node)) return []
    return node.arguments.flatMap((argument, at) => {
      if (!this.#takesAnything(node, at)) return []
      return this.#checker
        .getTypeAtLocation(argument)
        .getProperties()
        .flatMap((member) => this.#unitsOf(member))
    })
  }

  /** By the declarations of what is called: resolving the call itself takes half a minute for all of them. */
  #takesAnything({ expression }: ts.CallExpression, at: number): boolean {
    return this.#checker
      .getTypeAtLocation(expression)
      .getCallSignatures()
      .some(({ parameters }) => {
        const parameter = parameters[Math.min(at, parameters.length - 1)]
        if (!parameter) return false
        const type = this.#checker.getTypeOfSymbol(parameter)
        const taken = at >= parameters.length - 1 ? (type.getNumberIndexType() ?? type) : type
        return (taken.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0
      })
  }

  #unitsOf(symbol: ts.Symbol | undefined): Unit[] {
    if (!symbol) return []
    const whole = symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol
    return (whole.declarations ?? []).filter(isUnit)
  }

  /** The members of classes and interfaces above that this one stands in for. */
  #inherited(member: ts.ClassElement | ts.TypeElement): Unit[] {
    const owner = member.parent
    const name = isName(member.name) ? member.name.text : null
    if (name === null || !(ts.isClassLike(owner) || ts.isInterfaceDeclaration(owner))) return []
    const above = (owner.heritageClauses ?? []).flatMap(({ types }) =>
      types.map((type) => this.#checker.getTypeAtLocation(type)),
    )
    return above.flatMap((type) => this.#unitsOf(type.getProperty(name)))
  }

  #spread(edges: Map<Unit, Set<Unit>>): void {
    const open: Unit[] = this.#program.getSourceFiles().filter(({ fileName }) => isProduct(fileName))
    for (let unit = open.pop(); unit; unit = open.pop()) {
      if (this.#live.has(unit)) continue
      this.#live.add(unit)
      for (const next of edges.get(unit) ?? []) open.push(next)
    }
  }
}

/** The declarations whose name the words hold; where they hold none, those that they stand in. */
function unitsAt(file: ts.SourceFile, words: string): Unit[] {
  const named: Unit[] = []
  const around: Unit[] = []
  for (let at = file.text.indexOf(words); at >= 0; at = file.text.indexOf(words, at + 1)) {
    const end = at + words.length
    const visit = (node: ts.Node): void => {
      if (node.getFullStart() > end || node.getEnd() < at) return
      const name = isUnit(node) ? nameOf(node) : undefined
      if (name && name.getStart(file) >= at && name.getStart(file) < end) named.push(node)
      ts.forEachChild(node, visit)
    }
    visit(file)
    around.push(unitAround(tokenAt(file, at)))
  }
  return named.length > 0 ? named : around
}

function tokenAt(file: ts.SourceFile, at: number): ts.Node {
  let found: ts.Node = file
  const visit = (node: ts.Node): void => {
    if (node.getStart(file) > at || node.getEnd() <= at) return
    found = node
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}
