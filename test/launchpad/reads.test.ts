import { type Address, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as Devnet from '#devnet/addresses.ts'
import * as Curve from '#launchpad/contract/Curve.ts'
import { feeSplitFactoryOf } from '#launchpad/contract/feeSplitFactoryOf.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { type LaunchService, startLaunchService } from '../setup/launchpad/launchService.ts'

let service: LaunchService
let tokens: readonly Address[]
let ann: Address
let bob: Address
let cid: Address

beforeAll(async () => {
  service = await startLaunchService()
  const { chain } = service
  ;[ann, bob, cid] = chain.accounts as [Address, Address, Address]
  await chain.mine([
    Launch.create(ann, { name: 'First Light', symbol: 'LIGHT', value: parseEther('0.1') }),
    Launch.createWith(bob, { name: 'Second Wind', symbol: 'WIND' }),
  ])
  await chain.mine([Launch.create(ann, { name: 'First Light', symbol: 'FAKE' })])
  tokens = (await chain.curves()).map(({ token }) => token)
  const [light, wind] = tokens as [Address, Address]
  await chain.mine([Launch.buy(bob, light, parseEther('0.2'))])
  await chain.mine([Launch.buy(cid, wind, parseEther('5'))])
  await chain.mine([Launch.swapIn(ann, wind, parseEther('0.3')), Launch.sell(bob, light, parseEther('1000000'))])
  await chain.mine([Launch.transfer(bob, light, { to: cid, amount: parseEther('10000') }), Launch.claim(ann, light)])
  await service.settled()
})
afterAll(() => service[Symbol.asyncDispose]())

const names = (body: { tokens: { symbol: string }[] }) => body.tokens.map(({ symbol }) => symbol)

describe('GET /api/launchpad/tokens', () => {
  test('lists the newest first and counts as the contract does', async () => {
    const body = await service.get('/api/launchpad/tokens')
    expect(names(body)).toEqual(['FAKE', 'WIND', 'LIGHT'])
    expect(body.total).toBe(3)
    expect(body).not.toHaveProperty('nextCursor')
  })

  test.each([
    ['progress', ['WIND', 'LIGHT', 'FAKE']],
    ['volume', ['WIND', 'LIGHT', 'FAKE']],
    ['marketCap', ['WIND', 'LIGHT', 'FAKE']],
    ['lastTrade', ['LIGHT', 'WIND', 'FAKE']],
    ['newest', ['FAKE', 'WIND', 'LIGHT']],
  ])('sorts by %s', async (sort, expected) => {
    expect(names(await service.get(`/api/launchpad/tokens?sort=${sort}`))).toEqual(expected)
  })

  test('adds what a list shows of each launch when it is asked for', async () => {
    const { tokens: found } = await service.get('/api/launchpad/tokens?include=glance')
    const [fake, wind, light] = found
    expect(fake.glance).toEqual({
      prices: [],
      changeBps: 0,
      creatorShareBps: 0,
      firstBlockBuyers: 0,
      namesakes: 1,
      newHolders24h: 0,
    })
    expect(light.glance).toMatchObject({ creatorShareBps: 984, firstBlockBuyers: 0, namesakes: 1 })
    expect(wind.glance.namesakes).toBe(0)
    expect(light.glance.prices[0]).toBe(String(Curve.price(Curve.untouched)))
    expect(light.glance.prices.at(-1)).toBe(light.priceEth)
    const change = (BigInt(light.priceEth) * 10_000n) / Curve.price(Curve.untouched) - 10_000n
    expect(Math.abs(light.glance.changeBps - Number(change))).toBeLessThanOrEqual(1)
    const plain = await service.get('/api/launchpad/tokens')
    expect(plain.tokens[0]).not.toHaveProperty('glance')
  })

  test('refuses malformed bounds and includes', async () => {
    for (const query of [
      'minProgressBps=10001',
      'minHolders=-1',
      'minCreatorGraduated=-1',
      'maxAgeSeconds=x',
      'include=all',
    ])
      expect((await service.fetch(`/api/launchpad/tokens?${query}`)).status).toBe(400)
  })

  test.each(['newest', 'progress', 'volume', 'marketCap', 'lastTrade'])(
    'pages by %s without gap or repetition',
    async (sort) => {
      const whole = names(await service.get(`/api/launchpad/tokens?sort=${sort}`))
      const paged: string[] = []
      let cursor = ''
      do {
        const body = await service.get(`/api/launchpad/tokens?sort=${sort}&limit=1${cursor && `&cursor=${cursor}`}`)
        expect(body.total).toBe(3)
        paged.push(...names(body))
        cursor = body.nextCursor ?? ''
      } while (cursor)
      expect(paged).toEqual(whole)
    },
  )

  test.each([
    ['graduated=true', ['WIND'], 1],
    ['graduated=false', ['FAKE', 'LIGHT'], 2],
    ['creator=ANN', ['FAKE', 'LIGHT'], 2],
    ['creator=ANN&graduated=true', [], 0],
    ['creator=BOB&graduated=true', ['WIND'], 1],
    ['search=light', ['FAKE', 'LIGHT'], 2],
    ['search=first%20LIGHT', ['FAKE', 'LIGHT'], 2],
    ['search=wi', ['WIND'], 1],
    ['search=se', ['WIND'], 1],
    ['search=ind', ['WIND'], 1],
    ['search=%25', [], 0],
    ['search=light&creator=BOB', [], 0],
    ['minProgressBps=500', ['WIND', 'LIGHT'], 2],
    ['minProgressBps=500&graduated=false', ['LIGHT'], 1],
    ['minHolders=3', ['LIGHT'], 1],
    ['maxCreatorShareBps=0', ['FAKE', 'WIND'], 2],
    ['minCreatorGraduated=0', ['FAKE', 'WIND', 'LIGHT'], 3],
    ['minCreatorGraduated=1', ['WIND'], 1],
    ['minCreatorGraduated=2', [], 0],
    ['maxCreatorShareBps=0&search=light', ['FAKE'], 1],
    ['maxAgeSeconds=999999999', ['FAKE', 'WIND', 'LIGHT'], 3],
    ['search=BOB', ['WIND'], 1],
    ['search=nothing', [], 0],
  ])('filters by %s', async (query, expected, total) => {
    const body = await service.get(`/api/launchpad/tokens?${query.replace('ANN', ann).replace('BOB', bob)}`)
    expect(names(body)).toEqual(expected)
    expect(body.total).toBe(total)
  })

  test('is the same under the prefixed path', async () => {
    expect(await service.get('/api/rh-launchpad/tokens')).toEqual(await service.get('/api/launchpad/tokens'))
  })
})

describe('GET /api/launchpad/token', () => {
  test('has every field of a launch that trades', async () => {
    const [light] = tokens
    const body = await service.get(`/api/launchpad/token?address=${light?.toLowerCase()}`)
    const first = Curve.buyQuote(Curve.untouched, parseEther('0.1'))
    expect(body).toMatchObject({
      address: light,
      name: 'First Light',
      symbol: 'LIGHT',
      untrusted: true,
      creator: ann,
      currentCreator: ann,
      pendingCreator: null,
      gradEthTarget: '2864000000000000000',
      graduated: false,
      graduatedAt: null,
      poolId: null,
      poolKey: null,
      trades: 3,
      trades24h: 3,
      holders: 3,
      metadata: null,
      metadataUri: null,
      indexed: true,
      signals: {
        creatorBalance: String(first.tokensOut),
        firstBlockBuyers: [{ address: ann, tokens: String(first.tokensOut), shareBps: 984 }],
        sameName: { count: 1, tokens: [tokens[2]] },
      },
    })
    const curve = { realEth: BigInt(body.realEthRaised), sold: BigInt(body.tokensSold) }
    expect(body.priceEth).toBe(String(Curve.price(curve)))
    expect(body.progressBps).toBe(Curve.progressBps(curve))
    expect(BigInt(body.creatorFees.claimed)).toBeGreaterThan(0n)
    expect(body.creatorFees).toMatchObject({ claimable: '0', pendingInPool: '0' })
    expect(body.warnings[0]).toMatchObject({ code: 'unbacked', message: expect.stringMatching(/not the pegged token/) })
  })

  test('names the pool of a graduated launch', async () => {
    const body = await service.get(`/api/rh-launchpad/token?address=${tokens[1]}`)
    expect(body).toMatchObject({
      symbol: 'WIND',
      progressBps: 10_000,
      graduated: true,
      poolKey: { currency1: tokens[1], fee: 10_000, tickSpacing: 200, hooks: Launch.FACTORY },
      metadataUri: 'ipfs://about',
    })
    expect(body.poolId).toMatch(/^0x[0-9a-f]{64}$/)
    expect(BigInt(body.priceEth)).toBeGreaterThan(14_033_600_000n)
  })

  test('keeps no answer longer than it is valid', async () => {
    const path = `/api/launchpad/token?address=${tokens[2]}`
    const before = await service.get(path)
    expect(await service.get(path)).toEqual(before)
    await service.chain.mine([Launch.buy(cid, tokens[2] as Address, parseEther('0.01'))])
    await service.settled()
    const after = await service.get(path)
    expect(BigInt(after.priceEth)).toBeGreaterThan(BigInt(before.priceEth))
  })
})

test('a launch that copies a name appears at once in the records of the earlier ones', async () => {
  await using own = await startLaunchService()
  const launch = (symbol: string) => Launch.create(ann, { name: 'Taken', symbol })
  await own.chain.mine([launch('ONE'), launch('TWO'), launch('THREE')])
  await own.settled()
  const path = `/api/launchpad/token?address=${(await own.chain.curves())[0]?.token}`
  expect((await own.get(path)).signals.sameName.count).toBe(2)
  await own.chain.mine([launch('FOUR')])
  await own.settled()
  expect((await own.get(path)).signals.sameName.count).toBe(3)
  // If all else is equal, the newer comes first, on every page.
  for (const sort of ['progress', 'volume', 'marketCap', 'lastTrade']) {
    const first = await own.get(`/api/launchpad/tokens?sort=${sort}&limit=2`)
    const next = await own.get(`/api/launchpad/tokens?sort=${sort}&limit=2&cursor=${first.nextCursor}`)
    expect([...names(first), ...names(next)]).toEqual(['FOUR', 'THREE', 'TWO', 'ONE'])
  }
})

describe('the rest of the index', () => {
  test('trades come newest first, by token and by account', async () => {
    const { trades } = await service.get('/api/launchpad/trades')
    expect(trades.map(({ side, venue }: Record<string, string>) => `${side} ${venue}`)).toEqual([
      'buy curve',
      'sell curve',
      'buy pool',
      'buy curve',
      'buy curve',
      'buy curve',
    ])
    const pool = trades[2]
    expect(pool).toMatchObject({ trader: ann, ethAmount: String(parseEther('0.3')), fee: null, realEthRaised: null })
    const own = await service.get(`/api/launchpad/trades?address=${tokens[0]}&trader=${bob}&limit=1`)
    expect(own.trades).toMatchObject([{ trader: bob, side: 'sell' }])
    const next = await service.get(
      `/api/launchpad/trades?address=${tokens[0]}&trader=${bob}&limit=1&cursor=${own.nextCursor}`,
    )
    expect(next.trades).toMatchObject([{ trader: bob, side: 'buy' }])
    expect(next).not.toHaveProperty('nextCursor')
  })

  test('holders add up to the supply', async () => {
    for (const address of tokens) {
      const body = await service.get(`/api/launchpad/holders?address=${address}`)
      const all = [...body.holders, body.curve, ...(body.pool ? [body.pool] : [])]
      expect(all.reduce((sum, { balance }) => sum + BigInt(balance), 0n)).toBe(Curve.cfg.totalSupply)
      expect(body.total).toBe(body.holders.length)
    }
    const light = await service.get(`/api/launchpad/holders?address=${tokens[0]}&limit=1`)
    expect(light).toMatchObject({ total: 3, holders: [{ address: bob, isCreator: false }], pool: null })
    const rest = await service.get(`/api/launchpad/holders?address=${tokens[0]}&cursor=${light.nextCursor}`)
    expect(rest.holders).toMatchObject([
      { address: ann, isCreator: true },
      { address: cid, balance: String(parseEther('10000')) },
    ])
  })

  test.each(['1s', '5s', '15s', '1m', '5m', '15m', '1h', '4h', '1d'])(
    'candles of %s hold all trades and no gap',
    async (interval) => {
      const body = await service.get(`/api/launchpad/candles?address=${tokens[0]}&interval=${interval}&limit=500`)
      expect(body.candles.reduce((sum: number, { trades }: { trades: number }) => sum + trades, 0)).toBe(3)
      expect(body.candles[0].open).toBe('913265306')
      for (const [index, candle] of body.candles.slice(1).entries()) expect(candle.open).toBe(body.candles[index].close)
      const { priceEth } = await service.get(`/api/launchpad/token?address=${tokens[0]}`)
      expect(body.candles.at(-1).close).toBe(priceEth)
    },
  )

  test('candles are no more than asked for, the newest of them, up to the newest block', async () => {
    await service.chain.wait(30)
    await service.chain.mine()
    await service.settled()
    const [all, two] = await Promise.all(
      ['', '&limit=2'].map((limit) =>
        service.get(`/api/launchpad/candles?address=${tokens[0]}&interval=1s&from=0&to=9999999999${limit}`),
      ),
    )
    expect(all.candles.length).toBeGreaterThan(29)
    expect(two.candles).toHaveLength(2)
    expect(two.candles[1].close).toBe(all.candles.at(-1).close)
  })

  test('stats sum everything up and name the leaders', async () => {
    const body = await service.get('/api/launchpad/stats')
    expect(body).toMatchObject({ tokens: 3, graduated: 1, trades: 6 })
    expect(body.leaderboard.creators[0]).toMatchObject({ address: bob, tokens: 1, graduated: 1 })
    expect(body.leaderboard.tokens[0].symbol).toBe('WIND')
    const volumes = await Promise.all(tokens.map((address) => service.get(`/api/launchpad/token?address=${address}`)))
    expect(BigInt(body.volumeEth)).toBe(volumes.reduce((sum, { volumeEth }) => sum + BigInt(volumeEth), 0n))
  })

  test('the discovery document lists everything that an agent needs', async () => {
    const body = await service.get('/.well-known/rh-launchpad.json')
    expect(body).toMatchObject({
      chainId: 4663,
      isDevnet: true,
      factory: { address: Launch.FACTORY },
      curve: { gradEthTarget: '2864000000000000000', tradeFeeBps: '100' },
      limits: { nameCharacters: 64, symbolCharacters: 16, defaultSlippageBps: 200 },
    })
    expect(body.factory.abi.some(({ name }: { name?: string }) => name === 'createToken')).toBe(true)
    expect(body.rules.join(' ')).toMatch(/bridge custody keys/)
    expect(body.uniswap).toEqual({
      poolManager: Devnet.POOL_MANAGER,
      stateView: Devnet.STATE_VIEW,
      quoter: Devnet.QUOTER,
      permit2: Devnet.PERMIT2,
      universalRouter: Devnet.UNIVERSAL_ROUTER,
    })
    expect(body.factory.feeSplitFactory).toBe(feeSplitFactoryOf(Launch.FACTORY))
    expect(body.fairLaunch.join(' ')).toMatch(/not the advantage of being early/)
  })
})

describe('a token newer than the index', () => {
  test('is read from the chain, and an address that is not a token is refused', async () => {
    await using late = await startLaunchService({ isIndexing: false, chain: service.chain })
    const body = await late.get(`/api/launchpad/token?address=${tokens[0]}`)
    expect(body).toMatchObject({
      address: tokens[0],
      name: 'First Light',
      symbol: 'LIGHT',
      creator: ann,
      indexed: false,
      holders: null,
      volume24hEth: null,
    })
    expect(body.createdAtTx).toMatch(/^0x[0-9a-f]{64}$/)
    const known = await service.get(`/api/launchpad/token?address=${tokens[0]}`)
    for (const field of [
      'createdAtBlock',
      'createdAtTimestamp',
      'createdAtTx',
      'priceEth',
      'realEthRaised',
      'tokensSold',
    ])
      expect(body[field]).toBe(known[field])
    expect((await late.fetch(`/api/launchpad/token?address=${ann}`)).status).toBe(404)
  })

  test('has the price of its pool where it has graduated', async () => {
    await using late = await startLaunchService({ isIndexing: false, chain: service.chain })
    const [read, known] = await Promise.all(
      [late, service].map(({ get }) => get(`/api/launchpad/token?address=${tokens[1]}`)),
    )
    expect(read).toMatchObject({ indexed: false, graduated: true })
    for (const field of ['priceEth', 'marketCapEth', 'poolId', 'poolKey']) expect(read[field]).toEqual(known[field])
  })

  test('is never a 404, however often it was asked for before', async () => {
    await using late = await startLaunchService({ isIndexing: false, chain: service.chain })
    const nonce = tokens.length
    const launch = Launch.create(cid, { name: `Fresh ${nonce}`, symbol: 'NEW' })
    const snapshot = await service.chain.snapshot()
    await service.chain.mine([launch])
    const token = (await service.chain.curves()).at(-1)?.token
    await service.chain.revert(snapshot)
    for (let i = 0; i < 20; i++) expect((await late.fetch(`/api/launchpad/token?address=${token}`)).status).toBe(404)
    await service.chain.mine([launch])
    expect((await late.fetch(`/api/launchpad/token?address=${token}`)).status).toBe(200)
  })

  test('unknown ones cost the chain one question a block, and a flood is turned away', async () => {
    // A fixed clock, so that no quota is refilled while a busy machine responds.
    const startedAt = Date.now()
    await using late = await startLaunchService({ isIndexing: false, chain: service.chain, now: () => startedAt })
    late.rpc.count.methods['eth_call'] = 0
    for (let i = 0; i < 30; i++) await late.fetch(`/api/launchpad/token?address=${ann}`)
    expect(late.rpc.count.methods['eth_call']).toBe(1)
    const statuses: number[] = []
    for (let part = 0; part < 10; part++) {
      const flood = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          late.fetch(`/api/launchpad/token?address=0x${String(part * 10 + i).padStart(40, '0')}`),
        ),
      )
      statuses.push(...flood.map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 404)).toHaveLength(49)
    expect(statuses.filter((status) => status === 429)).toHaveLength(51)
  })
})
