import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { cases } from '../setup/cases.ts'
import { bodies, expectErrorShape, permit, v4Pool, withService } from '../setup/liquidity/lpErrors.ts'

const { lp } = withService()
vi.setConfig({ testTimeout: 3_600_000 })

// Values that no field of any request takes.
const junk = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.double().map((value) => (Number.isFinite(value) ? value + 0.5 : null)),
  fc.constantFrom(
    '',
    ' ',
    '0x',
    '0x123',
    '-1',
    '1.5.5',
    '1e18',
    'V9',
    '0xZZ',
    '🦄',
    '\u0000',
    '__proto__',
    '9'.repeat(200),
    `0x${'f'.repeat(41)}`,
  ),
  fc.string({ maxLength: 20 }).map((text) => `~${text}`),
  fc.array(fc.oneof(fc.string({ maxLength: 5 }), fc.integer()), { maxLength: 3 }),
  fc.dictionary(fc.string({ maxLength: 5 }), fc.integer(), { maxKeys: 3 }),
)

/** Every place of a good body, as a path of keys. */
function places(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  const inner = Object.entries(value).flatMap(([key, child]) => places(child, [...path, key]))
  return path.length === 0 ? inner : [path, ...inner]
}

function spoil(body: object, path: string[], value: unknown): object {
  const copy = structuredClone(body) as Record<string, unknown>
  const last = path.at(-1) ?? ''
  const parent = path
    .slice(0, -1)
    .reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, copy)
  if (value === undefined) delete parent[last]
  else parent[last] = value
  return copy
}

const OPTIONAL: Record<string, unknown> = {
  slippageTolerance: 'half',
  deadline: '1800000000',
  simulateTransaction: 'yes',
  urgency: 'now',
  nativeTokenBalance: -1,
  signature: '0x12',
  batchPermitData: {},
  v4BatchPermitData: { domain: {} },
  dependentToken: 7,
  pageSize: 'many',
  currentPage: 1.5,
}

test.each(Object.keys(bodies))('%s answers every malformed body with a 4xx in the error shape', async (path) => {
  const good = bodies[path]?.() ?? {}
  const statuses = new Map<number, number>()
  const spoiled = fc
    .tuple(fc.constantFrom(...places(good)), junk)
    .map(([place, value]) => JSON.stringify(spoil(good, place, value)))
  const removed = fc
    .constantFrom(...places(good).filter((place) => place.length === 1))
    .map((place) => JSON.stringify(spoil(good, place, undefined)))
  const extra = fc
    .constantFrom(...Object.keys(OPTIONAL))
    .map((field) =>
      JSON.stringify({ ...good, [field]: OPTIONAL[field], chainId: 'none', protocol: 0, walletAddress: 1 }),
    )
  const anything = fc.json({ maxDepth: 3 })
  const text = fc.string({ maxLength: 60 })
  const cut = fc
    .integer({ min: 1, max: JSON.stringify(good).length - 1 })
    .map((length) => JSON.stringify(good).slice(0, length))
  const malformed = fc.oneof(
    { weight: 6, arbitrary: spoiled },
    { weight: 1, arbitrary: removed },
    { weight: 1, arbitrary: extra },
    { weight: 1, arbitrary: anything },
    { weight: 1, arbitrary: text },
    { weight: 1, arbitrary: cut },
  )
  await fc.assert(
    fc.asyncProperty(malformed, async (body) => {
      const answer = await lp().post(path, body)
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      expect(answer.status, `${body} → ${JSON.stringify(answer)}`).toBeGreaterThanOrEqual(400)
      expect(answer.status, `${body} → ${JSON.stringify(answer)}`).toBeLessThan(500)
      expectErrorShape(answer)
    }),
    { numRuns: cases(2000) },
  )
  expect([...statuses.keys()].every((status) => [400, 403, 404, 413].includes(status))).toBe(true)
})

// Values that are well formed and at the end of what their type can be.
const ENDS = [0n, 1n, 2n, 1n << 24n, 1n << 48n, 1n << 112n, 1n << 128n, 1n << 160n, 1n << 255n, (1n << 256n) - 1n]
const isDigits = (value: unknown) => typeof value === 'string' && /^[0-9]+$/.test(value)

function at(body: object, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], body)
}

test.each(Object.keys(bodies))('%s never returns a 500 for numbers at the ends of their range', async (path) => {
  for (const good of [bodies[path]?.() ?? {}, { ...bodies[path]?.(), ...(path === '/lp/create' ? v4Pool() : {}) }]) {
    const numbers = places(good).filter((place) => isDigits(at(good, place)))
    const ticks = [-887272, -887271, -1, 0, 1, 887271, 887272]
    for (const place of numbers)
      for (const end of ENDS) await expectOurSideFine(path, spoil(good, place, end.toString()))
    for (const [lower, upper] of ticks.flatMap((a) => ticks.map((b) => [a, b])))
      for (const amount of ['1', '1000000', (1n << 127n).toString(), ((1n << 256n) - 1n).toString()])
        if (path === '/lp/create')
          await expectOurSideFine(path, {
            ...good,
            priceBounds: undefined,
            tickBounds: { tickLower: lower, tickUpper: upper },
            independentToken: { ...(at(good, ['independentToken']) as object), amount },
          })
  }
})

async function expectOurSideFine(path: string, body: object): Promise<void> {
  for (const extra of [{}, { slippageTolerance: 100 }, { slippageTolerance: 0 }]) {
    const answer = await lp().post(path, { ...body, ...extra })
    expect(answer.status, `${JSON.stringify({ ...body, ...extra })} → ${JSON.stringify(answer.body)}`).toBeLessThan(500)
    if (answer.status !== 200) expectErrorShape(answer)
  }
}

test('a permit with numbers at their limits is refused with a 4xx', async () => {
  for (const field of ['amount', 'expiration', 'nonce', 'sigDeadline'])
    for (const end of [...ENDS, 1n << 256n, 10n ** 77n]) {
      const { values, ...rest } = permit()
      const details = values.details.map((detail) =>
        field === 'sigDeadline' ? detail : { ...detail, [field]: end.toString() },
      )
      const batchPermitData = {
        ...rest,
        values: { ...values, details, ...(field === 'sigDeadline' && { sigDeadline: end.toString() }) },
      }
      const answer = await lp().post('/lp/create', {
        ...bodies['/lp/create']?.(),
        ...v4Pool(),
        batchPermitData,
        signature: `0x${'11'.repeat(65)}`,
      })
      expect(answer.status, `${field} ${end} → ${JSON.stringify(answer.body)}`).toBe(400)
      expectErrorShape(answer)
    }
})
