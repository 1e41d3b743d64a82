import { createLocalJWKSet, jwtVerify } from 'jose'
import { type Address, type Hex, maxUint256, parseEther, zeroAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BuiltTransaction } from '#core/Statement.ts'
import { hashOf, TYPE } from '#explain/rules/Statement.ts'
import { type Body, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'
import { startTestService, type TestService } from '../setup/service.ts'

/** A statement is signed only about a transaction that two readings agree on. */

type Lie = (built: BuiltTransaction) => BuiltTransaction
const STRANGER: Address = '0x000000000000000000000000000000000BadBad0'
const HONEST: Lie = (built) => built
let lie: Lie = HONEST
let lp: TestLp
let service: TestService
beforeAll(async () => {
  lp = await startTestLp({
    attest: (attest) => ({ ...attest, transaction: (built) => attest.transaction(lie(built)) }),
  })
  service = await startTestService({ devnet: lp.devnet })
})
beforeEach(() => {
  lie = HONEST
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await lp[Symbol.asyncDispose]()
})

const wallet = () => lp.devnet.account(0).address

function createBody() {
  const { token0, token1, reference } = lp.devnet.pool('V4', ['MOON', 'DUSD'], { fee: 3000 })
  return {
    walletAddress: wallet(),
    chainId: 4663,
    protocol: 'V4',
    existingPool: { token0Address: token0, token1Address: token1, poolReference: reference },
    independentToken: { tokenAddress: lp.devnet.token('DUSD').address, amount: '1000000' },
    tickBounds: { tickLower: -887_220, tickUpper: 887_220 },
    simulateTransaction: false,
  }
}

async function prepare(body: object): Promise<Body> {
  const from = lp.devnet.account(3).address
  return (await service.post('/api/launchpad/prepare', { from, ...body })).json()
}

test('a statement is a JWS by a published key over exactly the transaction next to it', async () => {
  const answer = await prepare({ action: 'create', name: 'Quill', symbol: 'QUIL', value: String(parseEther('0.1')) })
  const jwks = (await (await service.get('/.well-known/jwks.json')).json()) as Parameters<typeof createLocalJWKSet>[0]
  const { payload } = await jwtVerify(answer.statement, createLocalJWKSet(jwks), {
    issuer: service.baseUrl,
    typ: TYPE,
    algorithms: ['EdDSA'],
  })
  const { to, from, data, value } = answer.transaction
  expect(payload).toMatchObject({
    chainId: 4663,
    from,
    to,
    dataHash: hashOf(data),
    value: BigInt(value).toString(),
    limits: { pay: [{ tokenAddress: zeroAddress, atMost: BigInt(value).toString() }], receive: [] },
  })
  expect(Number(payload.exp) - Number(payload.iat)).toBe(1_800)
  expect(answer.steps[0].statement).toBe(answer.statement)
})

test('typed data is stated by the hash that the wallet signs', async () => {
  const { token } = await prepare({ action: 'create', name: 'Meta', symbol: 'META', salt: `0x${'33'.repeat(32)}` })
  const launch = await prepare({ action: 'create', name: 'Meta', symbol: 'META', salt: `0x${'33'.repeat(32)}` })
  await lp.send(3, launch.transaction)
  const { statement } = await prepare({ action: 'metadata', token, description: 'A quill.' })
  const content = JSON.parse(Buffer.from(statement.split('.')[1], 'base64url').toString())
  expect(content).toMatchObject({ typedDataHash: expect.stringMatching(/^0x[0-9a-f]{64}$/), approvals: [] })
})

const swapped = (data: Hex, before: string, after: string): Hex =>
  data.replaceAll(before.slice(2).toLowerCase(), after.slice(2).toLowerCase()) as Hex

describe('a false answer of a builder is never signed', () => {
  const lies: [string, Lie][] = [
    [
      'about the maximum',
      (built) => withLimits(built, (pay) => pay.map((one) => ({ ...one, atMost: one.atMost - 1n }))),
    ],
    ['that leaves out a payment', (built) => withLimits(built, (pay) => pay.slice(1))],
    [
      'that names a payment which is not made',
      (built) => withLimits(built, (pay) => [...pay, { token: STRANGER, atMost: 1n }]),
    ],
    [
      'about what is paid out',
      (built) => ({
        ...built,
        stated: {
          ...built.stated,
          limits: { pay: built.stated.limits?.pay ?? [], receive: [{ token: STRANGER, atLeast: 1n }] },
        },
      }),
    ],
    ['about the range', (built) => withTerms(built, { tickLower: -600 })],
    ['about the deadline', (built) => withTerms(built, { deadline: 1n })],
    ['about the position', (built) => withTerms(built, { tokenId: 7n })],
    ['about the fee', (built) => withTerms(built, { fee: 500 })],
    ['about the hook', (built) => withTerms(built, { hooks: STRANGER })],
    [
      'in an approval that is not there',
      (built) => ({
        ...built,
        stated: { ...built.stated, approvals: [{ token: STRANGER, spender: STRANGER, amount: 1n }] },
      }),
    ],
    ['in the owner of the position', (built) => ({ ...built, data: swapped(built.data, wallet(), STRANGER) })],
    ['in the value', (built) => ({ ...built, value: built.value + 1n })],
    ['in the target', (built) => ({ ...built, to: STRANGER })],
    ['in bytes that the contract skips', (built) => ({ ...built, data: `${built.data}00` as Hex })],
    ['in an empty call', (built) => ({ ...built, data: '0x' })],
  ]

  test.each(lies)('%s', async (_name, planted) => {
    lie = planted
    const { status, body } = await lp.post('/lp/create', createBody())
    expect(status).toBe(500)
    expect(body).toMatchObject({ code: 'internal', details: [{ type: 'READINGS_DIFFER', value: 'withheld' }] })
    expect(JSON.stringify(body)).not.toContain('statement"')
  })

  test('in the spender or the amount of an approval', async () => {
    const moon = lp.devnet.token('MOON').address
    const body = {
      walletAddress: lp.devnet.account(5).address,
      chainId: 4663,
      protocol: 'V3',
      action: 'CREATE',
      lpTokens: [{ tokenAddress: moon, amount: '1000' }],
    }
    const honest = await lp.ok('/lp/check_approval', body)
    expect(honest.transactions[0].statement).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    const spender = lp.devnet.description.contracts['v3PositionManager'] as Address
    lie = (built) => ({ ...built, data: swapped(built.data, spender, STRANGER) })
    expect((await lp.post('/lp/check_approval', body)).status).toBe(500)
    lie = (built) => ({ ...built, data: `${built.data.slice(0, -64)}${maxUint256.toString(16)}` as Hex })
    expect((await lp.post('/lp/check_approval', body)).status).toBe(500)
  })
})

type Pay = NonNullable<BuiltTransaction['stated']['limits']>['pay']

function withLimits(built: BuiltTransaction, change: (pay: Pay) => Pay): BuiltTransaction {
  const { pay = [], receive = [] } = built.stated.limits ?? {}
  return { ...built, stated: { ...built.stated, limits: { pay: change(pay), receive } } }
}

function withTerms(built: BuiltTransaction, terms: object): BuiltTransaction {
  return { ...built, stated: { ...built.stated, terms: { ...built.stated.terms, ...terms } } }
}
