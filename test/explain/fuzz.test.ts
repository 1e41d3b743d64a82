import { compactVerify } from 'jose'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { hashOf } from '#explain/rules/Statement.ts'
import { createAnswers, randomOf, type Signable, seedLaunches } from '../setup/builtAnswers.ts'
import { type Explained, STATEMENT_KEY, startTestExplain, type TestExplain } from '../setup/explain.ts'
import { startTestLp, type TestLp } from '../setup/liquidity/lp.ts'
import { startTestService, type TestService } from '../setup/service.ts'

/** Random answers of every endpoint that builds: the second reading agrees with each, and with no changed one. */

const ANSWERS = inject('deep') ? 10_000 : 200
const MUTATIONS = inject('deep') ? 1_000 : 100
const TIMEOUT_MS = inject('deep') ? 3_600_000 : 300_000

let lp: TestLp
let service: TestService
let explaining: TestExplain
let launches: Awaited<ReturnType<typeof seedLaunches>>
let serviceKey: Parameters<typeof compactVerify>[1]
beforeAll(async () => {
  lp = await startTestLp()
  const limits = { RATE_LIMIT_BUILD: '1000000', RATE_LIMIT_READ: '1000000' }
  service = await startTestService({ devnet: lp.devnet, env: limits })
  explaining = startTestExplain(lp.devnet)
  launches = await seedLaunches({ service, lp })
  const [key] = ((await (await service.get('/.well-known/jwks.json')).json()) as { keys: object[] }).keys
  serviceKey = key as typeof serviceKey
})
afterAll(async () => {
  explaining[Symbol.dispose]()
  await service[Symbol.asyncDispose]()
  await lp[Symbol.asyncDispose]()
})

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

async function expectAgreement(signable: Signable): Promise<void> {
  const [body, content] = [await explained(signable), await contentOf(signable)]
  const words = JSON.stringify({ signable, body, content })
  expect(body.known, words).toBe(true)
  for (const limits of [content.limits, ...(signable.limits ? [signable.limits] : [])]) {
    expect(byToken(body.limits.pay, 'atMost'), words).toEqual(byToken(limits.pay, 'atMost'))
    const held = limits.receive.filter(({ enforced, heldBy }: Explained) => enforced !== false || heldBy)
    expect(byToken(body.limits.receive, 'atLeast'), words).toMatchObject(byToken(held, 'atLeast'))
  }
  const grants = body.approvals.filter(({ spender }: Explained) => spender.address !== signable.transaction?.to)
  expect(grants.length, words).toBe(content.approvals.length)
  const { transaction } = signable
  if (transaction) expect(content).toMatchObject({ to: transaction.to, dataHash: hashOf(transaction.data) })
}

test(
  `the limits of ${ANSWERS} random answers are those that the calldata holds`,
  async () => {
    const next = createAnswers({ lp, service, launches }, randomOf(33))
    const paths = new Map<string, number>()
    let answers = 0
    for (let asked = 0; answers < ANSWERS && asked < 10 * ANSWERS; asked++) {
      const signables = await next()
      if (signables.length > 0) answers++
      for (const signable of signables) {
        await expectAgreement(signable)
        const to = signable.transaction?.to ?? signable.typedData?.primaryType
        paths.set(to, (paths.get(to) ?? 0) + 1)
      }
    }
    expect(answers).toBe(ANSWERS)
    expect(paths.size).toBeGreaterThan(8)
  },
  TIMEOUT_MS,
)

test(
  `each of ${MUTATIONS} changed bytes breaks the statement and changes the explanation`,
  async () => {
    const random = randomOf(34)
    const next = createAnswers({ lp, service, launches }, random)
    let changed = 0
    while (changed < MUTATIONS) {
      const [signable] = await next()
      if (!signable?.transaction) continue
      const { from, transaction } = signable
      const before = await explained(signable)
      const at = 2 + 2 * Math.floor((random() * (transaction.data.length - 2)) / 2)
      const byte = (Number.parseInt(transaction.data.slice(at, at + 2), 16) ^ (1 + Math.floor(random() * 255))) & 0xff
      const digits = byte.toString(16).padStart(2, '0')
      const data = `${transaction.data.slice(0, at)}${digits}${transaction.data.slice(at + 2)}` as const
      const { body } = await explaining.explain({ from, transaction: { ...transaction, data: data as `0x${string}` } })
      const words = `byte ${at / 2 - 1} of ${transaction.data}`
      expect((await contentOf(signable)).dataHash, words).not.toBe(hashOf(data as `0x${string}`))
      expect({ ...body, requestId: '' }, words).not.toEqual({ ...before, requestId: '' })
      changed++
    }
  },
  TIMEOUT_MS,
)
