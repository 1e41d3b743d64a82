import fc from 'fast-check'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { startTestDevnet, type TestDevnet, withQuickSends } from '../setup/chain/devnet.ts'
import { type Arena, openPools, type Pool, WALLET } from '../setup/liquidity/attackPools.ts'
import {
  type Asked,
  answerOf,
  ask,
  isHonest,
  prepare,
  type Round,
  rounds,
  stateOf,
  strike,
} from '../setup/liquidity/attackRounds.ts'
import { attempt, type Broken, inWords } from '../setup/liquidity/limits.ts'
import { type Body, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'
import { type LyingServices, startLyingServices } from '../setup/liquidity/lyingServices.ts'

/**
 * Random deposits and withdrawals at default settings, executed on the real contracts, with everything that others can
 * do before the answer and before the block: prices moved and sandwiched, hooks that change their share, tokens that
 * change their tax or rebase, tax by transferFrom, in the pool or on top, spare a friend or a simulation, are upgraded or
 * look like a listed one, pairs that are opened first with large shares, and a provider that lies. `SEED` repeats a run,
 * with `ROUND`, only that round of it.
 */

const isDeep = inject('deep')
const ROUNDS = Number(process.env['ROUNDS'] ?? (isDeep ? 10_000 : 60))
// A fixed seed, because the suite must not fail by chance; deep runs look elsewhere each time.
const SEED = Number(process.env['SEED'] ?? (isDeep ? Date.now() % 2 ** 31 : 27))
/** The only round to play. */
const ROUND = process.env['ROUND'] === undefined ? undefined : Number(process.env['ROUND'])
/** Rounds that may fail before a run gives up. */
const FAILED_MAX = 10
/** Honest requests that a run must make at least, of a hundred rounds, so that the share of refused ones has a meaning. */
const HONEST_MIN = 30
/** Honest requests that may be refused, of a thousand. */
const REFUSED_MAX = 1
vi.setConfig({ testTimeout: 7_200_000, hookTimeout: 600_000 })

let devnet: TestDevnet
let lp: TestLp
let arena: Arena
let liars: LyingServices
let snapshot: Hex

beforeAll(async () => {
  devnet = withQuickSends(await startTestDevnet())
  lp = await startTestLp({ devnet })
  arena = await openPools(lp)
  liars = await startLyingServices(lp)
  snapshot = await lp.devnet.snapshot()
})
afterAll(async () => {
  await liars[Symbol.asyncDispose]()
  await lp[Symbol.asyncDispose]()
  await devnet[Symbol.asyncDispose]()
})

const tally = {
  rounds: 0,
  mined: 0,
  reverted: 0,
  refused: 0,
  risky: 0,
  drifts: 0,
  drifted: 0,
  guarded: 0,
  warned: 0,
  honest: 0,
  lies: 0,
  lookalikes: 0,
}
const refusedHonest: string[] = []

/** Counts the answers of a round, and how many honest requests among them are refused. */
function count(pool: Pool, round: Round, asked: readonly Asked[]): void {
  for (const { answer, risks, request } of asked) {
    if (risks.length > 0) tally.risky += 1
    if (answer.status !== 200) tally.refused += 1
    if (!isHonest(pool, round)) continue
    tally.honest += 1
    const isRefused = answer.status !== 200 || risks.length > 0 || answer.body.simulation?.ok !== true
    if (isRefused) refusedHonest.push(JSON.stringify({ request, answer, risks }))
  }
}

/** A mined transaction found a price within the stated guard. */
function expectGuarded({ limits, summary }: Body, sqrtRatioX96: bigint): void {
  const { atLeast, atMost } = limits.price ?? {}
  const digits = (price: string) => BigInt(price.replace('.', '')) << 192n
  const price = sqrtRatioX96 * sqrtRatioX96 * 10n ** 36n
  if (atLeast !== undefined) expect(digits(atLeast) <= price, `${sqrtRatioX96} ${summary}`).toBe(true)
  if (atMost !== undefined) expect(digits(atMost) >= price, `${sqrtRatioX96} ${summary}`).toBe(true)
  tally.guarded += atLeast !== undefined || atMost !== undefined ? 1 : 0
}

/** A warning says that this limit may not hold: about the token itself, or the token of its pair, or the provider. */
function isWarned({ warnings }: Body, pool: Pool, { token, enforced }: Broken): boolean {
  if (enforced) return false
  const about = pool.protocol === 'V2' && token === pool.reference ? (pool.wilful ?? token) : token
  return warnings.some(
    ({ code, message }: Body) =>
      code === 'SINGLE_PROVIDER' ||
      (/^(UNLISTED|UPGRADEABLE|REBASING)_TOKEN$|^FEE_ON|^PAIR_OUT|^THIN_PAIR/.test(code) && message.includes(about)),
  )
}

function expectWithin(pool: Pool, answer: Body, broken: readonly Broken[]): void {
  const unwarned = broken.filter((limit) => !isWarned(answer, pool, limit))
  expect(unwarned.map(inWords), JSON.stringify([unwarned.map(inWords), answer.summary, answer.warnings])).toEqual([])
  tally.warned += broken.length > 0 ? 1 : 0
}

/** Whether nothing happened but a move of the price well inside the tolerance, which must not stop the transaction. */
function isDrift(pool: Pool, round: Round, { slippage, from, to }: { slippage: number; from: bigint; to: bigint }) {
  if (pool.isSteady || ((round.changes || round.isHidden) && pool.hostile)) return false
  return Math.abs((Number(to) / Number(from)) ** 2 - 1) * 100 < slippage * 0.9
}

/** Executes an answer after others have acted. */
async function play(pool: Pool, round: Round, answer: Body): Promise<void> {
  const priceOf = async () => (pool.isSteady ? 0n : BigInt((await stateOf(arena, pool)).sqrtRatioX96))
  const from = await priceOf()
  await strike(arena, pool, round, answer)
  const to = await priceOf()
  const { slippage } = answer
  const drift = slippage !== undefined && isDrift(pool, round, { slippage, from, to })
  const { status, broken } = await attempt(lp, WALLET, answer)
  expectWithin(pool, answer, broken)
  if (status === 'mined') expectGuarded(answer, to)
  tally[status] += 1
  tally.drifts += drift ? 1 : 0
  tally.drifted += drift && status === 'mined' ? 1 : 0
}

/** The request again, to a service with a lying provider. */
async function askLiar({ liar, lie }: Round, { path, request, answer }: Asked): Promise<Body | undefined> {
  if (!liar) return answer.body
  liars.lie(lie)
  const { status, body } = await ask(liars[liar], path, request)
  expect(status, JSON.stringify(body)).not.toBe(500)
  tally.lies += 1
  if (status !== 200) return undefined
  const isSingle = body.warnings.some(({ code }: Body) => code === 'SINGLE_PROVIDER')
  if (liar === 'alone') expect(isSingle).toBe(true)
  // A second may have passed, and the deadline with it.
  const again = isSingle ? answer : await ask(lp, path, request)
  if (!isSingle) expect([answer, again].map((honest) => promisedBy(honest.body, body))).toContainEqual(signed(body))
  return body
}

/** The signed part of an answer, and its limits. */
function signed(answer: Body): Body {
  const { to, data, value } = answer.create ?? answer.increase ?? answer.decrease ?? answer.claim
  return { to, data, value, limits: answer.limits }
}

/** The signed part of the honest answer; a fee that providers disagree on is warned of, and no amount is then called held. */
function promisedBy(honest: Body, { warnings }: Body): Body {
  const promised = signed(honest)
  if (!warnings.some(({ code }: Body) => code === 'FEE_ON_TRANSFER_UNKNOWN')) return promised
  const receive = promised['limits'].receive.map(({ heldBy: _, ...limit }: Body) => limit)
  return { ...promised, limits: { ...promised['limits'], receive } }
}

/** A token that looks like a listed one is named first, in every answer, and no other token is. */
function expectNamed({ isLookalike = false, wilful }: Pool, asked: readonly Asked[]): void {
  for (const { answer } of asked.filter(({ answer: { status } }) => status === 200)) {
    const at = answer.body.warnings.findIndex(({ code }: Body) => code === 'LOOKALIKE_TOKEN')
    expect(at).toBe(isLookalike ? 0 : -1)
    if (isLookalike) expect(answer.body.warnings[0].message).toContain(wilful)
    tally.lookalikes += isLookalike ? 1 : 0
  }
}

function report(): string {
  const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(2)} %`
  const { drifted, drifts, honest } = tally
  return (
    `attacks (seed ${SEED}, ${tally.rounds} rounds): ${tally.mined} mined within their limits (${tally.guarded} with a price guard, ${tally.warned} beyond an unenforced limit that was warned of), ` +
    `${tally.reverted} reverted, ${tally.refused} refused, ${tally.risky} named risks, ${tally.lookalikes} named a lookalike, ${tally.lies} with a lying provider; ` +
    `drift inside the tolerance passed ${drifted} of ${drifts} times (${percent(drifted, drifts)}); ` +
    `${refusedHonest.length} of ${honest} honest requests refused (${percent(refusedHonest.length, honest)})`
  )
}

async function playRound(round: Round): Promise<void> {
  await lp.devnet.revert(snapshot)
  snapshot = await lp.devnet.snapshot()
  const pool = arena.pools[round.pool] as Pool
  await prepare(arena, pool, round)
  const asked = await answerOf(arena, pool, round)
  count(pool, round, asked)
  expectNamed(pool, asked)
  const last = asked.at(-1) as Asked
  expect(last.answer.status, JSON.stringify(last.answer.body)).toBeLessThan(500)
  if (last.answer.status !== 200) return
  const answer = await askLiar(round, last)
  if (answer) await play(pool, round, answer)
}

/** Rounds that failed once: rounding, a disputed fee, and pools, balances, amounts and ticks that a provider made up. */
const ONCE_FAILED = [
  { seed: 1736206313, numbers: [95, 475, 4560, 4895] },
  { seed: 1745042618, numbers: [6764] },
  { seed: 1747291964, numbers: [541, 1737, 2770, 4405, 4526, 5183, 8318] },
  { seed: 1757438405, numbers: [6164] },
]

test.each(ONCE_FAILED)('rounds of seed $seed that once failed hold', async ({ seed, numbers }) => {
  const played = fc.sample(rounds, { seed, numRuns: Math.max(...numbers) + 1 })
  for (const number of numbers) await playRound(played[number] as Round)
})

test(`${ROUNDS} random deposits and withdrawals under attack move no more and no less than is stated`, async () => {
  const failed: string[] = []
  for (const [number, round] of fc.sample(rounds, { seed: SEED, numRuns: ROUNDS }).entries()) {
    if (failed.length === FAILED_MAX) break
    if (ROUND !== undefined && ROUND !== number) continue
    await playRound(round).catch((error: Error) => failed.push(`SEED=${SEED} ROUND=${number}: ${error.message}`))
    tally.rounds += 1
    if (tally.rounds % 250 === 0) console.info([report(), ...failed].join('\n'))
  }
  console.info(report())
  expect(failed).toEqual([])
  if (ROUND !== undefined) return
  expect(refusedHonest.length * 1000, refusedHonest.join('\n')).toBeLessThan(tally.honest * REFUSED_MAX)
  expect(tally.honest * 100).toBeGreaterThanOrEqual(ROUNDS * HONEST_MIN)
  expect(tally.mined).toBeGreaterThan(ROUNDS / 10)
  expect(tally.reverted).toBeGreaterThan(0)
  expect(tally.drifted / tally.drifts).toBeGreaterThan(0.9)
})
