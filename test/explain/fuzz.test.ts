import { compactVerify } from 'jose'
import { type Hex, hashTypedData } from 'viem'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import type { Attest, BuiltTransaction } from '#core/Statement.ts'
import { hashOf } from '#explain/rules/Statement.ts'
import { actions } from '#launchpad/wire/responses.ts'
import { createAnswers, randomOf, type Signable, seedLaunches } from '../setup/builtAnswers.ts'
import { type Explained, STATEMENT_KEY, startTestExplain, type TestExplain } from '../setup/explain.ts'
import { startTestLp, type TestLp } from '../setup/liquidity/lp.ts'
import { startTestService, type TestService } from '../setup/service.ts'

/** Random answers of every endpoint that builds: the second reading agrees with each, and with no changed one. */

const isDeep = inject('deep')
const ANSWERS = Number(process.env['ROUNDS'] ?? (isDeep ? 10_000 : 200))
const MUTATIONS = isDeep ? 1_000 : 100
const TIMEOUT_MS = isDeep ? 7_200_000 : 300_000
/** `SEED` repeats a run. A fixed one, because the suite must not fail by chance; deep runs look elsewhere each time. */
const SEED = Number(process.env['SEED'] ?? (isDeep ? Date.now() % 2 ** 31 : 33))
/** The request to go on with, where an earlier run of the same seed stopped. */
const FROM = Number(process.env['FROM'] ?? 0)
const PATHS = [
  ...['create', 'create_classic', 'increase', 'decrease', 'claim_fees', 'check_approval'],
  ...['compound', 'rerange', 'claim_many', 'zap_in', 'zap_out', 'migrate'],
].map((name) => `/lp/${name}`)
/** Numbers in a row become seeds that are far apart. */
const SPREAD = 0x9e3779b1
/** Requests under way at once. */
const WIDTH = 4

let lp: TestLp
let service: TestService
let explaining: TestExplain
let launches: Awaited<ReturnType<typeof seedLaunches>>
let serviceKey: Parameters<typeof compactVerify>[1]
beforeAll(async () => {
  lp = await startTestLp({ attest: recorded })
  const limits = { RATE_LIMIT_BUILD: '1000000', RATE_LIMIT_READ: '1000000' }
  service = await startTestService({ devnet: lp.devnet, env: limits })
  explaining = startTestExplain(lp.devnet)
  launches = await seedLaunches({ service, lp })
  await earnFees()
  const [key] = ((await (await service.get('/.well-known/jwks.json')).json()) as { keys: object[] }).keys
  serviceKey = key as typeof serviceKey
})
afterAll(async () => {
  explaining[Symbol.dispose]()
  await service[Symbol.asyncDispose]()
  await lp[Symbol.asyncDispose]()
})

/** Trades in both directions, so that the positions have fees to claim and to compound. */
async function earnFees(): Promise<void> {
  const { devnet } = lp
  for (const [protocol, first] of [
    ['V3', 'WETH'],
    ['V4', 'ETH'],
  ] as const) {
    const pool = devnet.pool(protocol, [first, 'DUSD'], { fee: 500 })
    const amountOf = (token: string) => (token === devnet.token('DUSD').address ? 6_000_000_000n : 2n * 10n ** 18n)
    await lp.trade(pool, [amountOf(pool.token0), amountOf(pool.token1)])
  }
}

/** The signer of positions, and what it was last asked to sign. */
let signer: Attest
let asked: BuiltTransaction | undefined
function recorded(honest: Attest): Attest {
  signer = honest
  return {
    ...honest,
    transaction(built) {
      asked = built
      return honest.transaction(built)
    },
  }
}

async function explained({ from, transaction, typedData }: Signable): Promise<Explained> {
  const { status, body } = await explaining.explain({ from, ...(transaction ? { transaction } : { typedData }) })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** The content of a statement, verified by the key of the service that gave it. */
async function contentOf({ statement }: Signable): Promise<Explained> {
  const isOwn = JSON.parse(atob(statement.split('.')[0] as string)).kid === STATEMENT_KEY.kid
  const { payload } = await compactVerify(statement, isOwn ? STATEMENT_KEY.publicKey : serviceKey)
  return JSON.parse(new TextDecoder().decode(payload))
}

const byToken = (list: Explained[], field: string) =>
  Object.fromEntries(
    list
      .filter((entry) => entry[field] !== '0')
      .map((entry) => [entry.tokenAddress, entry[field]])
      .toSorted(),
  )

async function expectAgreement(signable: Signable, request: number): Promise<void> {
  const [body, content] = [await explained(signable), await contentOf(signable)]
  const words = JSON.stringify({ SEED, FROM: request, signable, body, content })
  expect(body.known, words).toBe(true)
  for (const limits of [content.limits, ...(signable.limits ? [signable.limits] : [])]) {
    expect(byToken(body.limits.pay, 'atMost'), words).toEqual(byToken(limits.pay, 'atMost'))
    const held = limits.receive.filter(({ enforced, heldBy }: Explained) => enforced !== false || heldBy)
    expect(byToken(body.limits.receive, 'atLeast'), words).toMatchObject(byToken(held, 'atLeast'))
  }
  const grants = body.approvals.filter(({ spender }: Explained) => spender.address !== signable.transaction?.to)
  expect(grants.length, words).toBe(content.approvals.length)
  const { transaction, typedData } = signable
  if (typedData) expect(content.typedDataHash, words).toBe(hashTypedData(typedData))
  if (transaction) expect(content).toMatchObject({ to: transaction.to, dataHash: hashOf(transaction.data) })
}

/** The random answers of a request; the same for the same number. */
const answersTo = (request: number) =>
  createAnswers({ lp, service, launches }, randomOf(Math.imul(SEED + request, SPREAD)))()

test(
  `the limits of ${ANSWERS} random answers of seed ${SEED} are those that the calldata holds`,
  async () => {
    const kinds = new Set<string>()
    let answers = 0
    for (let request = FROM; answers < ANSWERS && request < FROM + 10 * ANSWERS; request += WIDTH) {
      const numbers = Array.from({ length: WIDTH }, (_, index) => request + index)
      const answered = await Promise.all(numbers.map(answersTo))
      for (const signables of answered) {
        if (signables.length > 0) answers++
        await Promise.all(signables.map((signable) => expectAgreement(signable, request)))
        for (const { kind } of signables) kinds.add(kind)
      }
      if (isDeep && request % 1_000 < WIDTH) console.log(`SEED=${SEED} FROM=${request}: ${answers} answers`)
    }
    expect(answers).toBeGreaterThanOrEqual(ANSWERS)
    expect([...kinds].toSorted()).toEqual([...PATHS, ...actions].toSorted())
  },
  TIMEOUT_MS,
)

function changedByte(data: Hex, random: () => number): { at: number; data: Hex } {
  const at = 2 + 2 * Math.floor(random() * (data.length / 2 - 1))
  const byte = Number.parseInt(data.slice(at, at + 2), 16) ^ (1 + Math.floor(random() * 255))
  return { at, data: `${data.slice(0, at)}${byte.toString(16).padStart(2, '0')}${data.slice(at + 2)}` as Hex }
}

test(
  `each of ${MUTATIONS} changed bytes of seed ${SEED} breaks the statement and changes the explanation`,
  async () => {
    let changed = 0
    for (let request = 0; changed < MUTATIONS; request++) {
      const [signable] = await answersTo(request)
      if (!signable?.transaction) continue
      const { from, transaction } = signable
      const before = await explained(signable)
      const { at, data } = changedByte(transaction.data, randomOf(SEED + request))
      const { body } = await explaining.explain({ from, transaction: { ...transaction, data } })
      const words = `byte ${at / 2 - 1} of ${transaction.data}`
      expect((await contentOf(signable)).dataHash, words).not.toBe(hashOf(data))
      expect({ ...body, requestId: '' }, words).not.toEqual({ ...before, requestId: '' })
      changed++
    }
  },
  TIMEOUT_MS,
)

test(
  `no builder of positions gets a statement about any of ${MUTATIONS} changed bytes of seed ${SEED}`,
  async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    let changed = 0
    for (let request = 0; changed < MUTATIONS; request++) {
      asked = undefined
      await answersTo(request)
      const built = asked as BuiltTransaction | undefined
      if (!built) continue
      const { at, data } = changedByte(built.data, randomOf(SEED + request))
      const signed = await signer.transaction({ ...built, data }).catch(({ details }) => details)
      const words = `byte ${at / 2 - 1} of ${built.data}, now ${data.slice(at, at + 2)}`
      expect(signed, words).toEqual([{ type: 'READINGS_DIFFER', value: 'withheld' }])
      changed++
    }
    vi.restoreAllMocks()
  },
  TIMEOUT_MS,
)
