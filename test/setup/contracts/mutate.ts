import { parseContracts, type Sources } from '../../../scripts/compileContracts.ts'
import { applyEdits, childrenOf, type Edit, type Node, textOf } from '../../../scripts/markBranches.ts'

/** One change of one place in the sources. The compiled code makes it in a block whose coinbase is `id`. */
export type Mutant = { id: number; path: string; name: string }

/** Where a node is: its file, the declarations that it may refer to, the contract and function, and the node around it. */
type Scope = { content: Buffer; declarations: Map<unknown, Node>; place: string; parent: Node }
type Change = { node: Node; to: string; place: string; edits(id: number): Edit[] }

const OPERATORS = [
  ['+', '-'],
  ['*', '/'],
  ['<', '<='],
  ['>', '>='],
  ['==', '!='],
  ['&&', '||'],
  ['<<', '>>'],
  ['&', '|'],
  ['+=', '-='],
].flatMap(([a, b]) => [[a, b] as const, [b, a] as const])
const OPPOSITE = new Map<unknown, string>(OPERATORS as [string, string][])

const LIBRARY = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

library Mutant {
    function on(uint256 id) internal pure returns (bool) {
        function(uint256) view returns (bool) read = _isCoinbase;
        function(uint256) pure returns (bool) asPure;
        assembly ("memory-safe") { asPure := read }
        return asPure(id);
    }

    function _isCoinbase(uint256 id) private view returns (bool) {
        return uint160(address(block.coinbase)) == id;
    }
}
`

/** Writes all mutants into the sources at once, each behind a condition, so that they are compiled once. Assembly is not mutated. */
export function mutate(sources: Sources): { sources: Sources; mutants: Mutant[] } {
  const trees = parseContracts(sources) as Record<string, Node>
  const declarations = new Map<unknown, Node>()
  for (const tree of Object.values(trees)) collect(tree, declarations)
  const mutants: Mutant[] = []
  const mutated = Object.entries(sources).map(([path, source]) => {
    const content = Buffer.from(source.content)
    const scope = { content, declarations, place: '', parent: {} }
    const edits = changesIn(trees[path] as Node, scope).flatMap(({ node, to, place, edits }) => {
      const name = unique(mutants, `${place}: ${textOf(node, content)} → ${to}`.replaceAll(/\s+/g, ' '))
      return edits(mutants.push({ id: mutants.length + 1, path, name }))
    })
    return [
      path,
      { content: importLibrary(applyEdits(content, [...edits, ...modifierEdits(trees[path] as Node)])) },
    ] as const
  })
  return { sources: { ...Object.fromEntries(mutated), 'contracts/src/Mutant.sol': { content: LIBRARY } }, mutants }
}

function changesIn(node: Node, scope: Scope): Change[] {
  if (node.nodeType === 'InlineAssembly' || node['constant'] === true) return []
  const name = /^(?:Contract|Function|Modifier)Definition$/.test(node.nodeType ?? '')
    ? String(node['name'] || node['kind'])
    : ''
  const place = [scope.place, name].filter(Boolean).join('.')
  const own = [...replacements(node, scope), ...removals(node, scope), ...modifierRemovals(node)]
  const inner = childrenOf(node).flatMap((child) => changesIn(child, { ...scope, place, parent: node }))
  return [...own.map((change) => ({ ...change, place })), ...inner]
}

/** Other expressions in the place of one. */
function replacements(node: Node, scope: Scope): Omit<Change, 'place'>[] {
  return alternatives(node, scope).map((to) => ({
    node,
    to,
    edits: (id) => around(node, [`(Mutant.on(${id}) ? (${to}) : (`, '))']),
  }))
}

function alternatives(node: Node, { content, declarations, parent }: Scope): string[] {
  const text = textOf(node, content)
  const isCondition = parent['condition'] === node
  const conditions = isCondition ? ['true', 'false'].slice(parent.nodeType === 'ForStatement' ? 1 : 0) : []
  if (node.nodeType === 'BinaryOperation') return [...conditions, ...opposite(node, content)]
  if (isConstantNumber(node, declarations)) return [...conditions, `${text} + 1`]
  if (node.nodeType === 'Literal' && isOperand(parent, node)) return [`${typeOf(parent)}(${text} + 1)`]
  return conditions
}

/** The opposite operator, and each side of a logical one alone. */
function opposite(node: Node, content: Buffer): string[] {
  const to = OPPOSITE.get(node.operator)
  if (to === undefined || typeOf(node).startsWith('int_const')) return []
  const sides = [node['leftExpression'], node['rightExpression']].map((side) => textOf(side as Node, content))
  return [sides.join(` ${to} `), ...(/&&|\|\|/.test(to) ? sides : [])]
}

/** A whole statement left out, or with the opposite assignment. */
function removals(node: Node, { content }: Scope): Omit<Change, 'place'>[] {
  const isStatement = node.nodeType === 'ExpressionStatement' || node.nodeType === 'EmitStatement'
  if (!isStatement || content[endOf(node)] !== SEMICOLON) return []
  const expression = node['expression'] as Node | undefined
  const to = OPPOSITE.get(expression?.operator)
  const swapped = to === undefined ? [] : [textOf(node, content).replace(` ${expression?.operator} `, ` ${to} `)]
  return ['', ...swapped].map((other) => ({
    node,
    to: other || 'nothing',
    edits: (id) => around(node, [`{ if (Mutant.on(${id})) { ${other && `${other};`} } else { `, ' } }'], 1),
  }))
}

/** A modifier that does nothing on one function: it takes the mutant's number as an argument. */
function modifierRemovals(node: Node): Omit<Change, 'place'>[] {
  const modifiers = node.nodeType === 'FunctionDefinition' ? (node['modifiers'] as Node[]) : []
  return modifiers
    .filter(({ kind }) => kind === 'modifierInvocation')
    .map((modifier) => {
      const hasArguments = ((modifier['arguments'] as Node[] | null) ?? []).length > 0
      const at = endOf(modifier) - (hasArguments ? 1 : 0)
      const edits = (id: number) => [{ at, text: hasArguments ? `, ${id}` : `(${id})`, rank: 0 }]
      return { node: modifier, to: 'nothing', edits }
    })
}

function modifierEdits(node: Node): Edit[] {
  if (node.nodeType !== 'ModifierDefinition') return childrenOf(node).flatMap(modifierEdits)
  const parameters = node['parameters'] as Node
  const isFirst = (parameters['parameters'] as Node[]).length === 0
  return [
    { at: endOf(parameters) - 1, text: `${isFirst ? '' : ', '}uint256 mutant`, rank: 0 },
    ...around(node['body'] as Node, ['{ if (Mutant.on(mutant)) { _; } else ', ' }']),
  ]
}

function isConstantNumber(node: Node, declarations: Map<unknown, Node>): boolean {
  if (node.nodeType !== 'Identifier' && node.nodeType !== 'MemberAccess') return false
  return declarations.get(node['referencedDeclaration'])?.['constant'] === true && /^u?int/.test(typeOf(node))
}

/** Whether a literal number takes the type of the operation, so that another one of that type can replace it. */
function isOperand(parent: Node, node: Node): boolean {
  const isShifted = /^(?:<<|>>)$/.test(parent.operator ?? '') && parent['leftExpression'] === node
  return parent.nodeType === 'BinaryOperation' && /^uint\d+$/.test(typeOf(parent)) && !isShifted
}

/** The type of an expression; of an operation, the one to which its sides are converted. */
function typeOf(node: Node): string {
  const { typeString } = (node['commonType'] ?? node['typeDescriptions'] ?? {}) as { typeString?: string }
  return typeString ?? ''
}

const SEMICOLON = ';'.charCodeAt(0)

function around(node: Node, [before, after]: [string, string], more = 0): Edit[] {
  const [start = 0, length = 0] = String(node.src).split(':').map(Number)
  return [
    { at: start, text: before, rank: -length },
    { at: start + length + more, text: after, rank: length },
  ]
}

function endOf(node: Node): number {
  const [start = 0, length = 0] = String(node.src).split(':').map(Number)
  return start + length
}

function collect(node: Node, declarations: Map<unknown, Node>): void {
  if (node.nodeType === 'VariableDeclaration') declarations.set(node['id'], node)
  for (const child of childrenOf(node)) collect(child, declarations)
}

function unique(mutants: Mutant[], name: string): string {
  const repeated = mutants.filter((mutant) => mutant.name.replace(/ #\d+$/, '') === name).length
  return repeated === 0 ? name : `${name} #${repeated + 1}`
}

function importLibrary(content: string): string {
  return content.replace(/^pragma .*$/m, (pragma) => `${pragma} import {Mutant} from "./Mutant.sol";`)
}
