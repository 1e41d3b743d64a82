import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

type Rule = { name: string; pattern: RegExp; instead: string }

/** Awkward wordings; CONTRIBUTING.md explains the rules. */
export const RULES: readonly Rule[] = [
  {
    name: 'headless "What"',
    pattern:
      /(?:^\s*(?:\/\/|\/\*\*|\*)\s|['"`])What (?!(?:is|are|was|do|does|did|can|has|have|happens|launched)\b|to do\b|you\b)[^?]*$/,
    instead: 'name the subject',
  },
  {
    name: 'headless title',
    pattern: /(?:\b(?:test|it|describe)(?:\.[a-z]+)*|\]\))\(['"`]what(?:ever)? /,
    instead: 'name the subject of the test',
  },
  { name: 'whoever', pattern: /\bwhoever\b/i, instead: 'a caller, the owner, anyone who' },
  {
    name: 'is no X',
    pattern: /(?<!\bthere )\b(?:is|are) no (?!longer\b|more than\b|less than\b|later than\b|one\b)[a-z]/i,
    instead: 'is not a X',
  },
  { name: 'unless said', pattern: /\b(?:unless|when not|if not) (?:said|told)\b/i, instead: 'Default: x' },
  { name: 'stands', pattern: /\bstands?\b(?! for\b| alone\b)/i, instead: 'is, lies, exists' },
  { name: 'told', pattern: /\b(?:told|tells?)\b/i, instead: 'reports, reported, knows' },
  { name: 'anew', pattern: /\banew\b/i, instead: 'again, from scratch' },
  { name: 'beside', pattern: /\bbeside\b/i, instead: 'next to, alongside, besides' },
  { name: 'he', pattern: /\b(?:he|his|him)\b/, instead: 'the caller, their' },
  { name: 'for ever', pattern: /\bfor ever\b/i, instead: 'permanently, never' },
  { name: 'so many', pattern: /\bso (?:many|long)\b(?! as\b| that\b)/i, instead: 'the number or the limit' },
  { name: 'wish', pattern: /\bwish(?:es|ed)?\b/i, instead: 'request' },
  { name: 'heal', pattern: /\bheal(?:s|ed)?\b/i, instead: 'repair, recover' },
  { name: 'is met', pattern: /\b(?:is|are|was|were) met\b/i, instead: 'occurs, is found' },
]

type Exception = { path: RegExp; rules?: readonly string[]; reason: string }

const EXCEPTIONS: readonly Exception[] = [
  { path: /^scripts\/checkLanguage\.ts$|^test\/scripts\/language\.test\.ts$/, reason: 'the rules and their examples' },
  {
    path: /^(?:src\/agents|scripts\/desk)\/.*\.ts$/,
    rules: ['told', 'he', 'wish', 'beside'],
    reason: 'phrases that users type to an agent',
  },
  { path: /^test\/boxes\/.*\.ts$/, rules: ['told', 'he', 'wish'], reason: 'phrases that users type to an agent' },
]

const CHECKED =
  /^(?:src|web|contracts|test|scripts|bench|examples|docs|skills|packages)\/.*\.(?:tsx?|sol|md|css|c)$|^[A-Z]+\.md$/
const UNCHECKED = /\.generated\.ts$|^test\/peers\//

export type Finding = { file: string; line: number; rule: string; instead: string }

/** The findings of one file. */
export function check(file: string, text: string): Finding[] {
  const exceptions = EXCEPTIONS.filter(({ path }) => path.test(file))
  const isExcepted = ({ name }: Rule) => exceptions.some(({ rules }) => rules === undefined || rules.includes(name))
  const rules = RULES.filter((rule) => !isExcepted(rule))
  return text
    .split('\n')
    .flatMap((line, index) =>
      rules
        .filter(({ pattern }) => pattern.test(line))
        .map(({ name, instead }) => ({ file, line: index + 1, rule: name, instead })),
    )
}

function main(): void {
  const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n')
  const files = tracked.filter((file) => CHECKED.test(file) && !UNCHECKED.test(file))
  const findings = files.flatMap((file) => check(file, readFileSync(file, 'utf8')))
  for (const { file, line, rule, instead } of findings)
    process.stdout.write(`${file}:${line}: "${rule}". Write instead: ${instead}.\n`)
  process.exitCode = findings.length === 0 ? 0 : 1
}

if (import.meta.main) main()
