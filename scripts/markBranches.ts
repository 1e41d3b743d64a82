import { parseContracts, type Sources } from './compileContracts.ts'

/** A condition in a source, both sides of which a test must take. */
export type Branch = { path: string; line: number; text: string }

export type Node = { nodeType?: string; operator?: string; src?: string; [key: string]: unknown }
/** A text to insert at a byte; of those at one byte, the lowest rank comes first. */
export type Edit = { at: number; text: string; rank: number }

const CONDITIONAL = new Set(['IfStatement', 'Conditional', 'ForStatement', 'WhileStatement'])

/**
 * Rewrites each condition `c` as `(c ? Branch.yes1() : Branch.no1())`, and so each side of its `&&` and `||`, on the same line.
 * The functions are two lines apart, so that a line coverage shows which sides were taken.
 */
export function markBranches(sources: Sources): { sources: Sources; branches: Branch[] } {
  const trees = parseContracts(sources)
  const branches: Branch[] = []
  const marked = Object.entries(sources).map(([path, { content }]) => {
    const conditions = conditionsIn(trees[path] as Node)
    const edits = conditions.flatMap((condition) =>
      editsFor(condition, branches.push(describe(condition, path, content)) - 1),
    )
    return [path, { content: addImport(applyEdits(Buffer.from(content), edits)) }] as const
  })
  const library = { content: branchLibrary(branches.length) }
  return { sources: { ...Object.fromEntries(marked), 'contracts/src/Branch.sol': library }, branches }
}

/** The line of the library on which `yes` or `no` of a branch returns. */
export function lineOf(index: number, side: boolean): number {
  return 5 + index * 2 + (side ? 0 : 1)
}

function branchLibrary(count: number): string {
  const functions = Array.from({ length: count }, (_, index) =>
    [true, false]
      .map((side) => `function ${side ? 'yes' : 'no'}${index}() internal pure returns (bool) { return ${side}; }\n`)
      .join(''),
  )
  return `// SPDX-License-Identifier: MIT\npragma solidity 0.8.37;\n\nlibrary Branch {\n${functions.join('')}}\n`
}

function conditionsIn(tree: Node): Node[] {
  const found = CONDITIONAL.has(tree.nodeType ?? '') && tree['condition'] ? operandsOf(tree['condition'] as Node) : []
  return [...found, ...childrenOf(tree).flatMap(conditionsIn)]
}

/** A condition and the parts that decide it. */
function operandsOf(condition: Node): Node[] {
  if (condition.nodeType === 'TupleExpression') return (condition['components'] as Node[]).flatMap(operandsOf)
  const isLogical = condition.operator === '&&' || condition.operator === '||'
  const sides = isLogical ? [condition['leftExpression'] as Node, condition['rightExpression'] as Node] : []
  return [condition, ...sides.flatMap(operandsOf)]
}

export function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter((value): value is Node => typeof value === 'object' && value !== null)
}

function editsFor({ src = '' }: Node, index: number): Edit[] {
  const [start = 0, length = 0] = src.split(':').map(Number)
  // An enclosing branch opens before and closes after the inner one.
  return [
    { at: start, text: '(', rank: -length },
    { at: start + length, text: ` ? Branch.yes${index}() : Branch.no${index}())`, rank: length },
  ]
}

export function applyEdits(content: Buffer, edits: Edit[]): string {
  const sorted = edits.toSorted((a, b) => a.at - b.at || a.rank - b.rank)
  const bounds = [0, ...sorted.map(({ at }) => at), content.length]
  return bounds
    .slice(1)
    .map((end, index) => content.subarray(bounds[index], end).toString() + (sorted[index]?.text ?? ''))
    .join('')
}

function addImport(content: string): string {
  return content.replace(/^pragma .*$/m, (pragma) => `${pragma} import {Branch} from "./Branch.sol";`)
}

function describe({ src = '' }: Node, path: string, content: string): Branch {
  const bytes = Buffer.from(content)
  const line = bytes.subarray(0, Number.parseInt(src, 10)).toString().split('\n').length
  return { path, line, text: textOf({ src }, bytes) }
}

/** The source of a node. */
export function textOf({ src = '' }: Node, content: Buffer): string {
  const [start = 0, length = 0] = src.split(':').map(Number)
  return content.subarray(start, start + length).toString()
}
