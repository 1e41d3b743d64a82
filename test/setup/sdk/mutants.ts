import type { BuiltAnswer } from './builtAnswers.ts'

type Json = Record<string, unknown>
type Mutant = { name: string; answer: object }

const STRANGER = '0x000000000000000000000000000000000BadBad0'

/** How a member of a built answer is changed, by its name. Texts for people and fees are not part of a statement. */
const CHANGES: Record<string, ((value: never) => unknown)[]> = {
  to: [() => STRANGER, () => ''],
  from: [() => STRANGER],
  data: [
    flipNibble(10),
    flipNibble(-1),
    flipNibble(-64),
    (data: string) => `${data}00`,
    (data: string) => data.slice(0, -2),
    () => '0x',
    () => 5,
  ],
  value: [(value: string) => `0x${(BigInt(value) + 1n).toString(16).padStart(40, '0')}`, () => '0x', () => null],
  chainId: [() => 1, () => '4663'],
  statement: [...forgeries(), () => undefined],
  permitStatement: [...forgeries()],
  atMost: [(amount: string) => String(BigInt(amount) + 1n), () => '0'],
  spender: [() => STRANGER],
  amount: [(amount: string) => `${amount}0`],
  sigDeadline: [(time: string) => `${time}0`],
  verifyingContract: [() => STRANGER],
  description: [() => 'Another text.'],
  token: [() => STRANGER],
}

/** Where those members are part of what is signed. */
const SIGNED =
  /^(transactions|steps\.\d+\.(?:transaction|statement|typedData|limits\.(?:pay|receive))|approvals|groups\.\d+\.(?:transaction|statement|limits)|transaction|create|increase|decrease|claim|typedData|v4BatchPermitData|limits\.(?:pay|receive)|statement|permitStatement)\b/

/** The chain of a permit in words, in place of which the wallet's own number is signed. */
const CHAIN_NAME = 'v4BatchPermitData.domain.chainId'

/** Changed copies of an answer, each in one place; `other` is another genuine answer of the service. */
export function mutants({ name, answer }: BuiltAnswer, other: BuiltAnswer): Mutant[] {
  // Each step of a recipe has signed limits of its own; those of the whole are not signed.
  const isWhole = ([first]: string[]) => first === 'limits' && 'steps' in answer && 'approvals' in answer
  const isSigned = (path: string[]) => SIGNED.test(path.join('.')) && path.join('.') !== CHAIN_NAME && !isWhole(path)
  const places = placesIn(answer).filter(isSigned)
  const changed = places.flatMap((path) =>
    (CHANGES[path.at(-1) ?? ''] ?? []).map((change, index) => ({
      name: `${name}: ${path.join('.')} ${index}`,
      answer: withChange(answer, path, change as (value: unknown) => unknown),
    })),
  )
  const foreign = statementOf(other.answer)
  const swapped = places
    .filter((path) => path.at(-1) === 'statement' || path.at(-1) === 'permitStatement')
    .map((path) => ({ name: `${name}: foreign ${path.join('.')}`, answer: withChange(answer, path, () => foreign) }))
  // The last transaction of prepared steps is also given alone, where nothing reads it.
  return [...changed, ...swapped].filter(({ answer: one }) => isOtherSteps(answer, one))
}

function isOtherSteps(before: object, after: object): boolean {
  const { steps, statement: _, transaction: __, ...rest } = before as Json
  const { steps: changed, statement: ___, transaction: ____, ...others } = after as Json
  if (!Array.isArray(steps) || steps.length === 0) return true
  return JSON.stringify(steps) !== JSON.stringify(changed) || JSON.stringify(rest) !== JSON.stringify(others)
}

function statementOf(answer: object): unknown {
  const { statement, transactions, groups, permitStatement } = answer as Json & Record<string, Json[] | undefined>
  return statement ?? permitStatement ?? (transactions ?? groups)?.[0]?.['statement']
}

function placesIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, part]) => placesIn(part, [...path, name]))
}

function withChange(answer: object, path: readonly string[], change: (value: unknown) => unknown): object {
  const copy = structuredClone(answer)
  const holder = path.slice(0, -1).reduce<Json>((part, name) => part[name] as Json, copy as Json)
  const last = path.at(-1) as string
  holder[last] = change(holder[last])
  return copy
}

function flipNibble(at: number) {
  return (data: string) => {
    const index = at < 0 ? data.length + at : at
    const flipped = (Number.parseInt(data.charAt(index) || '0', 16) ^ 1).toString(16)
    return data.slice(0, Math.max(index, 2)) + flipped + data.slice(Math.max(index, 2) + 1)
  }
}

/** Statements that are not signed as they are. */
function forgeries(): ((statement: string) => unknown)[] {
  const change = (part: number, edit: (content: Json) => Json) => (statement: string) => {
    const parts = statement.split('.')
    const content = JSON.parse(Buffer.from(parts[part] ?? '', 'base64url').toString())
    parts[part] = Buffer.from(JSON.stringify(edit(content))).toString('base64url')
    return parts.join('.')
  }
  return [
    change(0, (header) => ({ ...header, alg: 'none' })),
    change(0, (header) => ({ ...header, typ: 'JWT' })),
    change(0, (header) => ({ ...header, kid: 'other' })),
    change(1, (claims) => ({ ...claims, exp: 4_000_000_000 })),
    change(1, (claims) => ({ ...claims, iss: 'https://other.example' })),
    (statement) => statement.slice(0, -4),
    (statement) => `${statement}.x`,
    () => '',
  ]
}
