import { sql } from 'kysely'
import { type Address, parseEther } from 'viem'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { seeded } from '../setup/chain/rpcLies.ts'
import { comparePositions, recountPositions } from '../setup/launchpad/comparePositions.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { type LaunchService, startLaunchService } from '../setup/launchpad/launchService.ts'
import { createSplit } from '../setup/launchpad/launchStates.ts'
import { createLedger, type Ledger } from '../setup/launchpad/ledger.ts'
import { createLegalActivity } from '../setup/launchpad/legalActivity.ts'
import { deployDonor } from '../setup/launchpad/poolHelpers.ts'
import { readConstants } from '../setup/launchpad/rawChain.ts'
import { type HolderLine, recountHolders } from '../setup/launchpad/recountHolders.ts'
import { recountValue, type ValueLine } from '../setup/launchpad/recountValue.ts'
import { untilFollowed } from '../setup/launchpad/untilFollowed.ts'

const SEED = Number(process.env['SEED'] ?? 4663)
const ROUNDS = inject('deep') ? 60 : 8
const ONE = 10n ** 18n

let service: LaunchService
let ledger: Ledger
let reorgs = 0

beforeAll(async () => {
  ledger = await createLedger(await Launch.startLaunchChain())
  const { chain } = ledger
  service = await startLaunchService({ chain })
  const helpers = { donor: await deployDonor(chain, chain.accounts[0] as Address), split: await createSplit(chain) }
  const random = seeded(SEED)
  for (let round = 0; round < ROUNDS; round++) {
    const before = await chain.snapshot()
    await createLegalActivity(chain, SEED + 10 * round, helpers).run(8)
    if (random() < 0.4 || round === 2) {
      await untilFollowed(service)
      await compare()
      await chain.revert(before)
      reorgs += 1
      await createLegalActivity(chain, -SEED - 10 * round, helpers).run(6)
    }
  }
  await tradeAndGive()
  await untilFollowed(service)
}, 600_000)
afterAll(() => service?.[Symbol.asyncDispose]())

/** A profit, a loss, and a sale of tokens that were given, whatever the random history has. */
async function tradeAndGive(): Promise<void> {
  const { chain } = ledger
  const [ann, bob, cas] = chain.accounts as [Address, Address, Address]
  await chain.mine([Launch.create(ann, { name: 'Given', symbol: 'GIVEN', value: parseEther('0.1') })])
  const token = (await chain.curves()).at(-1)?.token as Address
  const some = 10n ** 24n
  await chain.mine([Launch.buy(bob, token, parseEther('1'))])
  await chain.mine([Launch.sell(ann, token, 20n * some), Launch.transfer(ann, token, { to: cas, amount: 5n * some })])
  await chain.mine([Launch.sell(cas, token, 3n * some), Launch.sell(bob, token, 90n * some)])
}

const recount = () => recountPositions(service, ledger)

async function compare(): Promise<void> {
  await comparePositions(service, ledger)
  await compareValues()
}

/** The value of every wallet over time, for intervals that cut the history at different places. */
async function compareValues(): Promise<void> {
  const { chain } = ledger
  const { hash, number } = await chain.head()
  const logs = ledger.logsUntil(hash) ?? []
  const constants = await readConstants(chain)
  const block = (await chain.upstream('eth_getBlockByNumber', [`0x${number.toString(16)}`, false])) as {
    timestamp: string
  }
  for (const wallet of chain.accounts)
    for (const [interval, seconds] of [['1m', 60] as const, ['1h', 3_600] as const]) {
      const limit = seconds === 60 ? 40 : 5
      const path = `/api/launchpad/wallets/${wallet}/value?interval=${interval}&limit=${limit}`
      const { points } = await service.get(path)
      const shown = points.map(({ time, valueEth }: ValueLine) => ({ time, valueEth }))
      const wanted = recountValue(logs, constants, { wallet, seconds, headTime: Number(block.timestamp), limit })
      expect([path, shown]).toEqual([path, wanted])
    }
}

test('after random trading with reorganisations every position equals a recount of raw logs', async () => {
  expect(reorgs).toBeGreaterThan(0)
  await compare()
  const purses = [...(await recount()).values()]
  expect({
    profit: purses.some(({ profit }) => profit > 0n),
    loss: purses.some(({ profit }) => profit < 0n),
    unpriced: purses.some(({ unpriced }) => unpriced > 0n),
    sent: purses.some(({ out }) => out.sent > 0n),
  }).toEqual({ profit: true, loss: true, unpriced: true, sent: true })
})

test('the newest point of a history has the holders of today', async () => {
  for (const { token } of await service.chain.curves()) {
    const { total, holders } = await service.get(`/api/launchpad/holders?address=${token}&limit=10`)
    const { points } = await service.get(`/api/launchpad/holders/history?address=${token}`)
    const top = holders.reduce((sum: bigint, { balance }: { balance: string }) => sum + BigInt(balance), 0n)
    expect([token, points.at(-1)?.holders ?? 0]).toEqual([token, total])
    expect(points.at(-1)?.top10ShareBps ?? 0).toBe(Number((top * 10_000n) / 10n ** 27n))
  }
})

test('a history is read by time, newest points first to stay', async () => {
  const histories = [...recountHolders(ledger.logsUntil((await ledger.chain.head()).hash) ?? [])]
  const [key = '', all = []] = histories.reduce((a, b) => (b[0].endsWith('1m') && b[1].length > a[1].length ? b : a))
  expect(all.length).toBeGreaterThan(2)
  const path = `/api/launchpad/holders/history?address=${key.split(' ')[0]}&interval=1m`
  const [before, last] = all.slice(-2) as [HolderLine, HolderLine]
  expect((await service.get(`${path}&limit=2`)).points).toEqual([before, last])
  expect((await service.get(`${path}&to=${before.time}&limit=1`)).points).toEqual([before])
  expect((await service.get(`${path}&from=${Date.parse(last.time) / 1000 + 30}`)).points).toEqual([last])
  for (const query of ['&interval=2m', '&from=9&to=3', '&limit=0', '&to=yesterday'])
    expect([query, (await service.fetch(path.replace('&interval=1m', '') + query)).status]).toEqual([query, 400])
})

test('positions of a version that kept no history are followed again, with transfers that have no time', async () => {
  await sql`update launch_transfers set at = null`.execute(service.database.kysely)
  await sql`delete from launch_holder_history`.execute(service.database.kysely)
  await sql`update launch_wallets_cursor set history_block = -1`.execute(service.database.kysely)
  await service.chain.mine([])
  await untilFollowed(service)
  await compare()
})

test('the moves of a wallet add up to its balance', async () => {
  const { rows } = await sql`
    select w.wallet, w.held, h.balance from launch_wallet_tokens w
    full join (select h.* from launch_holders h join launch_tokens t on t.id = h.token_id, launch_chain k
      where h.holder not in (k.factory, k.pool_manager, '0x000000000000000000000000000000000000dead', t.address)) h
      on h.token_id = w.token_id and h.holder = w.wallet
    where coalesce(w.held, 0) <> coalesce(h.balance, 0)`.execute(service.database.kysely)
  expect(rows).toEqual([])
})

test('a wallet: sums, extremes and every position, at present prices', async () => {
  const purses = await recount()
  const prices = new Map<string, bigint>()
  for (const { token } of await service.chain.curves()) {
    const { priceEth } = await service.get(`/api/launchpad/token?address=${token}`)
    prices.set(token.toLowerCase(), BigInt(priceEth))
  }
  for (const account of service.chain.accounts) {
    const own = [...purses].filter(([key]) => key.endsWith(account.toLowerCase()))
    const results = own.map(([, { profit }]) => profit)
    const body = await service.get(`/api/launchpad/wallets/${account}?limit=100`)
    const wins = results.filter((profit) => profit > 0n)
    const losses = results.filter((profit) => profit < 0n)
    expect(body).toMatchObject({
      ...{ address: account, tokens: own.length, wins: wins.length, losses: losses.length, usdSource: null },
      realisedEth: `${results.reduce((sum, profit) => sum + profit, 0n)}`,
      unpricedEth: `${own.reduce((sum, [, { unpriced }]) => sum + unpriced, 0n)}`,
      boughtEth: `${own.reduce((sum, [, { paid }]) => sum + paid, 0n)}`,
      soldEth: `${own.reduce((sum, [, { got }]) => sum + got, 0n)}`,
      block: (await service.chain.head()).number,
    })
    const decided = wins.length + losses.length
    expect(body.winRateBps).toBe(decided === 0 ? null : Math.floor((wins.length * 10_000) / decided))
    expect(body.best?.realisedEth).toBe(wins.length === 0 ? undefined : `${wins.reduce((a, b) => (a > b ? a : b))}`)
    expect(body.worst?.realisedEth).toBe(
      losses.length === 0 ? undefined : `${losses.reduce((a, b) => (a < b ? a : b))}`,
    )
    expect(body.positions).toHaveLength(own.length)
    let value = 0n
    for (const position of body.positions) {
      const price = prices.get(position.address.toLowerCase()) ?? 0n
      expect(BigInt(position.openValueEth)).toBe((BigInt(position.held) * price) / ONE)
      value += BigInt(position.openValueEth)
    }
    expect(body.open.valueEth).toBe(`${value}`)
    const open = await service.get(`/api/launchpad/wallets/${account}?open=true&limit=100`)
    expect(open.positions).toEqual(body.positions.filter(({ held }: { held: string }) => held !== '0'))
    expect(body.open.tokens).toBe(open.positions.length)
  }
})

test('the newest value is that of the open positions, and an earlier end has the value of then', async () => {
  const [account] = service.chain.accounts
  const path = `/api/launchpad/wallets/${account}`
  const [{ open }, { points, tokens, tokensLeftOut }] = [
    await service.get(path),
    await service.get(`${path}/value?interval=1m`),
  ]
  expect(points.at(-1)).toMatchObject({ valueEth: open.valueEth, valueUsd: null })
  expect({ tokens, tokensLeftOut }).toEqual({ tokens: (await service.get(path)).tokens, tokensLeftOut: 0 })
  const earlier = await service.get(`${path}/value?interval=1m&to=${points.at(-2).time}&limit=1`)
  expect(earlier.points).toEqual([points.at(-2)])
  for (const query of ['?interval=2m', '?limit=0', '?to=yesterday', '?from=1'])
    expect([query, (await service.fetch(`${path}/value${query}`)).status]).toEqual([query, 400])
  const stranger = '0x00000000000000000000000000000000000000aa'
  expect(await service.get(`/api/launchpad/wallets/${stranger}/value`)).toMatchObject({ points: [], tokens: 0 })
})

test('positions and traders come in pages', async () => {
  const [account] = service.chain.accounts
  const whole = await service.get(`/api/launchpad/wallets/${account}?limit=100`)
  const pages: unknown[] = []
  for (let cursor = ''; ; ) {
    const page = await service.get(`/api/launchpad/wallets/${account}?limit=2${cursor && `&cursor=${cursor}`}`)
    pages.push(...page.positions)
    if (!page.nextCursor) break
    cursor = encodeURIComponent(page.nextCursor)
  }
  expect(pages).toEqual(whole.positions)
})

test('the traders of a token are ranked by realised profit', async () => {
  const purses = await recount()
  for (const { token } of await service.chain.curves()) {
    const { traders } = await service.get(`/api/launchpad/traders?address=${token}&limit=100`)
    const own = [...purses].filter(
      ([key, { in: into, out }]) => key.startsWith(token.toLowerCase()) && into.buy + out.sell > 0n,
    )
    const ranked = own.map(([, { profit }]) => profit).sort((a, b) => (a < b ? 1 : -1))
    expect(traders.map(({ realisedEth }: { realisedEth: string }) => BigInt(realisedEth))).toEqual(ranked)
  }
})

test("a creator's record equals a recount of raw logs", async () => {
  const logs = ledger.logsUntil((await ledger.chain.head()).hash) ?? []
  const purses = await recount()
  const created = logs.filter(({ name }) => name === 'TokenCreated')
  for (const [creator, own] of Map.groupBy(created, ({ args }) => args.creator as Address)) {
    const body = await service.get(`/api/launchpad/creators/${creator}`)
    const launches = own.toReversed().map(({ args: { token }, at }) => {
      const graduation = logs.find(({ name, args }) => name === 'Graduated' && args.token === token)
      const sale = logs.find(
        ({ name, args }) => name === 'Trade' && args.token === token && args.trader === creator && !args.isBuy,
      )
      const purse = purses.get(`${token} ${creator}`.toLowerCase())
      return { address: token, seconds: graduation ? graduation.at - at : null, sold: purse?.out.sell ?? 0n, sale }
    })
    const times = launches.flatMap(({ seconds }) => seconds ?? []).sort((a, b) => a - b)
    expect(body).toMatchObject({
      ...{ address: creator, tokens: own.length, graduated: times.length },
      graduationRateBps: Math.floor((times.length * 10_000) / own.length),
    })
    expect(body.newest).toMatchObject({
      launches: Math.min(100, own.length),
      medianSecondsToGraduation: times[Math.ceil(times.length / 2) - 1] ?? null,
      soldOwn: launches.filter(({ sold }) => sold > 0n).length,
    })
    let fees = 0n
    for (const [index, launch] of launches.entries()) {
      const shown = body.launches[index]
      expect(shown).toMatchObject({ address: launch.address, secondsToGraduation: launch.seconds })
      expect(BigInt(shown.own.soldTokens)).toBe(launch.sold)
      if (launch.sale) expect(Date.parse(shown.own.firstSoldAt)).toBeLessThanOrEqual(launch.sale.at * 1000)
      const { creatorFees } = await service.get(`/api/launchpad/token?address=${launch.address}`)
      fees += BigInt(creatorFees.claimed) + BigInt(creatorFees.claimable)
    }
    expect(body.newest.feesEarnedEth).toBe(`${fees}`)
  }
})

test('a name that an older launch of somebody else has is a copy', async () => {
  const [ann, bob] = service.chain.accounts as [Address, Address]
  await service.chain.mine([Launch.create(ann, { name: 'Lighthouse', symbol: 'LHSE' })])
  await service.chain.mine([Launch.create(bob, { name: 'LightHouse', symbol: 'OTHER' })])
  await service.settled()
  const newest = async (who: Address) => (await service.get(`/api/launchpad/creators/${who}`)).launches[0]
  expect(await newest(ann)).toMatchObject({ name: 'Lighthouse', isCopy: false })
  expect(await newest(bob)).toMatchObject({ name: 'LightHouse', isCopy: true })
})

test('bad requests are refused with what to send, and a stranger has zeros', async () => {
  const stranger = '0x00000000000000000000000000000000000000aa'
  const body = await service.get(`/api/launchpad/wallets/${stranger}`)
  expect(body).toMatchObject({ tokens: 0, realisedEth: '0', winRateBps: null, best: null, positions: [] })
  for (const path of [
    '/api/launchpad/wallets/0x12',
    '/api/launchpad/creators/0x12',
    `/api/launchpad/wallets/${stranger}?open=1`,
    `/api/launchpad/wallets/${stranger}?cursor=zzz`,
    '/api/launchpad/traders',
  ])
    expect([path, (await service.fetch(path)).status]).toEqual([path, 400])
  expect((await service.fetch(`/api/launchpad/traders?address=${stranger}`)).status).toBe(404)
})
