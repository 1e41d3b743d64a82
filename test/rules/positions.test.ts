import { type Address, parseUnits, toHex, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DescribedPool } from '#devnet/describe.ts'
import * as seedV4 from '#devnet/seedV4.ts'
import { cli } from '../setup/cli.ts'
import { eventually } from '../setup/database/databaseService.ts'
import { type Credentials, newKey } from '../setup/keys/newKey.ts'
import { type ListeningService, startListeningService } from '../setup/listening.ts'
import { startRulesService } from '../setup/rules/rulesService.ts'

const OPERATOR = 19
const OWNER = 5
/** The first swap of ETH, and of dollars. */
const SWAP = [parseUnits('0.1', 18), parseUnits('300', 6)] as const
let service: ListeningService
let owner: Credentials
let pool: DescribedPool
let tokenId: string
beforeAll(async () => {
  service = await startListeningService()
  owner = await newKey(service.url)
  pool = service.devnet.description.pools.find(
    ({ protocol, token0, hooks }) => protocol === 'V4' && token0 === zeroAddress && !hooks,
  ) as DescribedPool
  tokenId = await createPosition()
})
afterAll(() => service?.[Symbol.asyncDispose]())

// biome-ignore lint/suspicious/noExplicitAny: answers are read as a client without types reads them.
type Json = any
async function send(path: string, body?: object): Promise<Json> {
  const response = await fetch(service.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, ...((await response.json()) as object) }
}
const positions = async (): Promise<Json[]> => {
  const { address } = service.devnet.account(OWNER)
  return (await send(`/api/liquidity/positions?owner=${address}&chainId=4663`)).positions
}

/** A position one tick spacing around the price. */
async function createPosition(): Promise<string> {
  const { token0, token1, reference } = pool
  const found = await send(`/lp/pool_info`, {
    protocol: 'V4',
    chainId: 4663,
    poolReferences: [{ protocol: 'V4', chainId: 4663, referenceIdentifier: reference }],
  })
  const { currentTick, tickSpacing } = found.pools[0]
  const lower = Math.floor(currentTick / tickSpacing) * tickSpacing
  const { privateKey } = service.devnet.account(OWNER).getHdKey()
  const env = { SLIPWAY_URL: service.url, SLIPWAY_KEY: owner.key, SLIPWAY_PRIVATE_KEY: toHex(privateKey!) }
  const ticks = `--ticks=${lower - tickSpacing}:${lower + 2 * tickSpacing}`
  const made = await cli(
    ['lp', 'create', token0, token1, reference, '--amount', '1000000000000000', ticks, '--yes', '--json'],
    { env },
  )
  expect([made.code, made.notes]).toEqual([0, ''])
  const [position] = await positions()
  expect(position.status).toBe('IN_RANGE')
  return position.tokenId
}

async function createRule(type: string, filter: object = {}): Promise<string> {
  const named = { chainId: 4663, protocol: 'V4', tokenId, ...filter }
  const { status, id, message } = await send('/api/rules', { name: type, type, filter: named })
  expect([status, message]).toEqual([201, undefined])
  return id
}
const eventsOf = async (ruleId: string): Promise<Json[]> =>
  (await send(`/api/alerts?ruleId=${ruleId}`)).alerts.map(({ event }: Json) => event.data)

/** Swaps in one direction, a little more each time, until the position has a status. */
async function swapUntil(direction: 0 | 1, status: string): Promise<void> {
  const { token0, token1 } = pool
  const pair: [Address, Address] = direction === 0 ? [token0, token1] : [token1, token0]
  const through = { ...pool, amount0: SWAP[0], amount1: SWAP[1] }
  for (let round = 0n; (await positions())[0].status !== status; round++)
    await service.devnet.send(OPERATOR, seedV4.swap(through, pair, SWAP[direction] * 2n ** round))
}

test('a position that leaves its range and comes back is reported, each move once', async () => {
  const left = await createRule('position.out_of_range')
  const back = await createRule('position.in_range')
  const fees = await createRule('position.fees', { token: pool.token0, above: '1' })
  await swapUntil(0, 'OUT_OF_RANGE')
  await eventually(async () => (await eventsOf(left)).length > 0, { what: 'the position out of range' })
  await eventually(async () => (await eventsOf(fees)).length > 0, { what: 'the fees' })
  expect(await eventsOf(back)).toEqual([])
  await swapUntil(1, 'IN_RANGE')
  await eventually(async () => (await eventsOf(back)).length > 0, { what: 'the position back in range' })
  expect(await eventsOf(left)).toMatchObject([{ chainId: 4663, protocol: 'V4', tokenId, block: expect.any(Number) }])
  expect(await eventsOf(back)).toHaveLength(1)
  const [{ token, value, before }, ...others] = await eventsOf(fees)
  expect([token, before, others]).toEqual([pool.token0, '0', []])
  expect(BigInt(value)).toBeGreaterThan(0n)
})

test('a position that is not there, and a token that is not one of its two, are refused', async () => {
  const filter = { chainId: 4663, protocol: 'V4', tokenId: '999999' }
  const missing = await send('/api/rules', { name: 'none', type: 'position.in_range', filter })
  expect([missing.status, missing.code]).toEqual([404, 'not_found'])
  const other = { chainId: 4663, protocol: 'V4', tokenId, token: `0x${'12'.repeat(20)}`, above: '1' }
  const wrong = await send('/api/rules', { name: 'token', type: 'position.fees', filter: other })
  expect([wrong.status, wrong.message]).toEqual([400, expect.stringContaining(pool.token0)])
})

const STATE = { tick: 0, tickLower: 0, tickUpper: 60, token0: zeroAddress, token1: zeroAddress, fees0: 0n, fees1: 0n }
type RulesService = Awaited<ReturnType<typeof startRulesService>>

async function watch(rules: RulesService, chainId: number, tokenId: string): Promise<string> {
  const filter = { chainId, protocol: 'V3', tokenId }
  const { status, body } = await rules.call('POST', '/api/rules', { name: 'a', type: 'position.out_of_range', filter })
  expect(status).toBe(201)
  return body.id as string
}
async function reported(rules: RulesService, rule: string): Promise<void> {
  const alerts = async () => (await rules.call('GET', `/api/alerts?ruleId=${rule}`)).body.alerts
  await eventually(async () => (await alerts()).length > 0, { what: 'the event of the other position' })
}

test('a chain that does not answer delays no other chain', async () => {
  let isInRange = true
  const hung = Promise.withResolvers<void>()
  const asked = new Map<number, number>()
  await using rules = await startRulesService({
    positions: {
      chainIds: [1, 4663],
      async read(chainId, { ids }) {
        asked.set(chainId, (asked.get(chainId) ?? 0) + 1)
        // It answers when its rule is created, and not again until the test is over.
        if (chainId === 1 && (asked.get(1) ?? 0) > 1) await hung.promise
        return { block: 1, positions: ids.map((id) => ({ ...STATE, tokenId: id, isInRange })) }
      },
    },
  })
  // Disposed before the service, which waits for its reads.
  using _ = { [Symbol.dispose]: hung.resolve }
  await watch(rules, 1, '1')
  await eventually(() => (asked.get(1) ?? 0) > 1, { what: 'the read that hangs' })
  const rule = await watch(rules, 4663, '1')
  isInRange = false
  await reported(rules, rule)
})

test('a position that cannot be read is set aside, and the others of its chain are reported', async () => {
  let isBroken = false
  await using rules = await startRulesService({
    positions: {
      chainIds: [4663],
      async read(_chainId, { ids }) {
        if (isBroken && ids.includes('1')) throw new Error('This position has no pool.')
        return { block: 1, positions: ids.map((id) => ({ ...STATE, tokenId: id, isInRange: !isBroken })) }
      },
    },
  })
  await watch(rules, 4663, '1')
  const rule = await watch(rules, 4663, '2')
  isBroken = true
  await reported(rules, rule)
})
