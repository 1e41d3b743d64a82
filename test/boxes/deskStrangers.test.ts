import { type Address, parseEther, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '#agents/desk/Service.ts'
import {
  amountsOf,
  createDeskChecks,
  type DeskChecks,
  expectAmount,
  expectNumber,
  numbersIn,
} from '../setup/boxes/deskChecks.ts'
import { type DeskTalk, startDeskTalk } from '../setup/boxes/deskTalk.ts'

let desk: DeskTalk
let chain: DeskChecks
let hrbr: Address

beforeAll(async () => {
  desk = await startDeskTalk()
  chain = createDeskChecks(desk)
  hrbr = (await desk.launch('Harbour', 'HRBR', parseEther('0.1'))) as Address
})
afterAll(() => desk?.[Symbol.asyncDispose]())

const ETH_DUSD = ['WETH', 'DUSD'] as const
const detail = () => chain.get(`/api/launchpad/token?address=${hrbr}`)
const quote = (side: string, amount: bigint) =>
  chain.get(`/api/launchpad/quote?address=${hrbr}&side=${side}&amount=${amount}`)
const position = async (protocol: string, pick: (one: Json) => boolean) =>
  (await chain.get(`/api/liquidity/positions?owner=${desk.wallet}&chainId=4663`)).positions.find(
    (one: Json) => one.protocol === protocol && pick(one),
  )
/** The price of the first token of a pair in the second, from the pool's contract. */
async function priceIn(protocol: string, fee: number, pair: readonly [string, string]): Promise<number> {
  const one = chain.pool(protocol, fee, pair)
  const { price } = await chain.priceOf(one)
  return one.token0 === chain.token(pair[0]).address ? price : 1 / price
}

describe('ten questions that were written down before the desk was built', () => {
  test('slang, the lowest fee, a matching amount, a pasted pool, ticks of a percent', async () => {
    const ask = desk.begin()
    const v3 = chain.pool('V3', 500, ETH_DUSD)
    expectNumber(await ask('wats 1 eth worth in dusd rn'), await priceIn('V3', 500, ETH_DUSD))
    const lowest = await ask('Which ETH/DUSD pool has the lowest fee?')
    const fees = desk.service.devnet.description.pools
      .filter((one) => [chain.token('ETH').address, chain.token('WETH').address].includes(one.token0))
      .filter((one) => one.token1 === chain.token('DUSD').address)
      .map(({ fee }) => fee)
    expectNumber(lowest, Math.min(...fees) / 10_000)
    const need = await ask(
      'I want to put 1.5k DUSD with matching ETH between 2800 and 3200 into the 30 bps v3 pool, how much ether is that',
    )
    const thirty = chain.pool('V3', 3000, ETH_DUSD)
    const [low = 0, high = 0] = (/ticks (-?\d+) to (-?\d+)/.exec(need.text) ?? []).slice(1).map(Number)
    const body = {
      walletAddress: desk.wallet,
      chainId: 4663,
      protocol: 'V3',
      independentToken: { tokenAddress: chain.token('DUSD').address, amount: '1500000000' },
      existingPool: {
        token0Address: thirty.token0,
        token1Address: thirty.token1,
        poolReference: thirty.reference,
      },
      tickBounds: { tickLower: low, tickUpper: high },
    }
    const built = (await desk.call('POST', '/lp/create', body)).body
    const weth = [built.token0, built.token1].find((one) => one.tokenAddress === chain.token('WETH').address)
    expectAmount(need, weth.amount, 18)
    expectNumber(await ask(v3.reference), (await chain.priceOf(v3)).tick)
    expectNumber(await ask('and how wide is 1% there in ticks?'), Math.log(1.01) / Math.log(1.0001))
  })

  test('trades, a sale, what a creator earns later, a share, and a bet it does not take', async () => {
    const ask = desk.begin()
    const trades = await ask('show me the last trades of HRBR')
    for (const { trader, tokenAmount, ethAmount } of (await chain.get(`/api/launchpad/trades?address=${hrbr}`))
      .trades) {
      expect(trades.text).toContain(trader)
      expectAmount(trades, tokenAmount, 18)
      expectAmount(trades, ethAmount, 18)
    }
    const sale = await ask('quote me a sale of 1,000,000 HRBR')
    expectAmount(sale, (await quote('sell', parseEther('1000000'))).amountOut, 18)
    const { pool, curve } = await chain.get('/.well-known/rh-launchpad.json')
    const later = await ask('does the creator still earn after it graduates?')
    expectNumber(later, Number(pool.fee) / 10_000)
    expectNumber(later, Number(curve.creatorFeeShareBps) / 100)
    const share = await desk.begin()(`what's my share of HRBR? my wallet is ${desk.wallet}`)
    const bag = await chain.balanceOf(hrbr, desk.wallet as Address)
    expectAmount(share, bag, 18)
    expectNumber(share, Number(bag) / 1e25)
    const bet = await ask('Can you long BTC with 10x for me?')
    expect([bet.cards, bet.text.startsWith('I do not do that')]).toEqual([[], true])
  })
})

describe('a price is understood in any notation', () => {
  test.each([
    'wats teh price of eth',
    '0,5 eth in dusd',
    '5 bps pool price eth dusd',
    'PRICE ETH DUSD',
    'prcie of ether in dusd?',
    'hw muc dusd fr 2 eth',
    'swap 1 eth to dusd',
  ])('%s', async (words) => expectNumber(await desk.begin()(words), await priceIn('V3', 500, ETH_DUSD)))

  test('of other tokens and versions: depth on v2, a tick by its fee, what a pool token is', async () => {
    const ask = desk.begin()
    expectNumber(await ask('what would I get for 0.3 ETH of MOON'), 0.3 * (await priceIn('V3', 3000, ['WETH', 'MOON'])))
    const v2 = chain.pool('V2', 3000, ['DUSD', 'MOON'])
    const depth = await ask('moon/dusd pool depth on v2')
    for (const symbol of ['MOON', 'DUSD']) {
      const { address, decimals } = chain.token(symbol)
      expectAmount(depth, await chain.balanceOf(address, v2.reference as Address), decimals)
    }
    expectNumber(await ask('0.01% v3 pool tick'), (await chain.priceOf(chain.pool('V3', 100, ['DUSD', 'USDX']))).tick)
    expect((await ask('is BURN taxed')).text).toContain(chain.token('BURN').address)
    const { text } = await ask('show me all v4 pools')
    const v4 = desk.service.devnet.description.pools.filter(({ protocol }) => protocol === 'V4')
    expect(v4.filter(({ reference }) => !text.includes(reference))).toEqual([])
  })
})

describe('a stranger with liquidity', () => {
  test('asks for a width, changes it, the pool and the version, and executes the card', async () => {
    const ask = desk.begin()
    expect((await ask('add liquidity 1 ETH +-10%')).memory.pending?.missing).toBe('tokens')
    const wide = await ask('with DUSD')
    const price = await priceIn('V3', 500, ETH_DUSD)
    const inPool = (said: { text: string }) => (/ticks (-?\d+) to (-?\d+)/.exec(said.text) ?? []).slice(1).map(Number)
    const widthOf = (said: { text: string }) => 1.0001 ** Math.abs((inPool(said)[1] ?? 0) - (inPool(said)[0] ?? 0))
    expect(widthOf(wide)).toBeCloseTo(1.1 / 0.9, 2)
    expect(widthOf(await ask('make it 5% instead'))).toBeCloseTo(1.05 / 0.95, 2)
    const other = await ask('use the v3 0.3% pool')
    expect(other.text).toContain(chain.pool('V3', 3000, ETH_DUSD).reference)
    const scenario = await ask('what if eth goes to 4000?')
    expectNumber(scenario, Math.abs(4000 / (await priceIn('V3', 3000, ETH_DUSD)) - 1) * 100)
    const before = await chain.balanceOf(chain.token('DUSD').address, desk.wallet as Address)
    await chain.execute(await ask(`prepare it for ${desk.wallet}`))
    const paid = before - (await chain.balanceOf(chain.token('DUSD').address, desk.wallet as Address))
    expect(Math.abs(Number(paid) / 1e6 - (amountsOf(other, 'DUSD')[0] ?? 0))).toBeLessThan(0.01)
    expect(price).toBeGreaterThan(0)
  })

  test.each(['v2', 'v3', 'v4'])('counts in DUSD and pays the rest in ETH, on %s, as was said', async (version) => {
    const ask = desk.begin()
    const { address: dusd } = chain.token('DUSD')
    const said = await ask(`put 300 DUSD with ETH on ${version}`)
    const card = await ask(`prepare it for ${desk.wallet}`)
    const before = await chain.balanceOf(dusd, desk.wallet as Address)
    await chain.execute(card)
    const paid = before - (await chain.balanceOf(dusd, desk.wallet as Address))
    expectAmount(said, paid, 6)
    expect(Number(paid)).toBeGreaterThan(299_000_000)
    const [eth] = card.cards[0]?.limits.pay.filter((one: Json) => one.tokenAddress === zeroAddress) ?? []
    expectAmount(version === 'v4' ? said : card, eth.atMost, 18)
    expect(BigInt(card.cards[0]?.steps.at(-1)?.transaction.value)).toBe(BigInt(eth.atMost))
  })

  test('collects, burns half, adds and closes, on v4, v3 and v2, and each card does it on the chain', async () => {
    const ask = desk.begin()
    const of = (protocol: string) => position(protocol, ({ tokenId }) => tokenId === '6')
    expect((await ask('collect my fees')).memory.pending?.missing).toBe('wallet')
    await ask(`my wallet is ${desk.wallet}`)
    expect((await ask('number 6')).memory.pending?.missing).toBe('protocol')
    await chain.execute(await ask('the v4 one'))
    expect((await of('V4')).uncollectedFees.token0.amount).toBe('0')
    const whole = BigInt((await of('V4')).liquidity)
    await chain.execute(await ask('burn half my position'))
    expect(BigInt((await of('V4')).liquidity)).toBe(whole - whole / 2n)
    await chain.execute(await ask('add 100 DUSD to it'))
    expect(BigInt((await of('V4')).liquidity)).toBeGreaterThan(whole - whole / 2n)
    await chain.execute(await ask('add 0.2 ETH to position #6 on v3'))
    await chain.execute(await ask('close it'))
    expect((await of('V3'))?.liquidity ?? '0').toBe('0')
    const isPair = ({ token0, token1 }: { token0: { symbol: string }; token1: { symbol: string } }) =>
      [token0.symbol, token1.symbol].sort().join() === 'DUSD,WETH'
    const pair = BigInt((await position('V2', isPair)).liquidity)
    await chain.execute(await ask('remove 25% of my v2 WETH/DUSD liquidity'))
    expect(BigInt((await position('V2', isPair)).liquidity)).toBe(pair - pair / 4n)
  })
})

describe('a deposit in any wording', () => {
  /** The transaction that the service builds for the pool and ticks of an answer. */
  const builtFor = async ({ text }: { text: string }, tokenAddress: string, amount: bigint): Promise<Json> => {
    const one = desk.service.devnet.description.pools.find(({ reference }) => text.includes(`(${reference})`))
    const [tickLower = 0, tickUpper = 0] = (/ticks (-?\d+) to (-?\d+)/.exec(text) ?? []).slice(1).map(Number)
    const body = {
      walletAddress: desk.wallet,
      chainId: 4663,
      protocol: one?.protocol,
      independentToken: { tokenAddress, amount: String(amount) },
      existingPool: { token0Address: one?.token0, token1Address: one?.token1, poolReference: one?.reference },
      tickBounds: { tickLower, tickUpper },
    }
    return (await desk.call('POST', '/lp/create', body)).body
  }
  const v4 = () => chain.pool('V4', 500, ['ETH', 'DUSD'])

  test('a question for the matching amount is a deposit, not a question about that price', async () => {
    const said = await desk.begin()('how much eth goes with 3000 dusd on v4')
    expect(said.text).toContain(v4().reference)
    const { token0, token1 } = await builtFor(said, chain.token('DUSD').address, 3_000_000_000n)
    expectAmount(said, token0.amount, 18)
    expectAmount(said, token1.amount, 6)
  })

  test('version, width and part can be changed one at a time', async () => {
    const ask = desk.begin()
    expect((await ask('I want to add liquidity')).memory.pending?.missing).toBe('tokens')
    expect((await ask('eth and dusd')).memory.pending?.missing).toBe('amount')
    const first = await ask('2 eth')
    const isDusd = ({ tokenAddress }: Json) => tokenAddress === chain.token('DUSD').address
    const whole = await builtFor(first, chain.token('WETH').address, parseEther('2'))
    expectAmount(first, [whole.token0, whole.token1].find(isDusd).amount, 6)
    await ask('v4')
    await ask('plus minus 5 percent')
    const said = await ask('half of that')
    expect(said.text).toContain(v4().reference)
    const { token0, token1, tickLower, tickUpper } = await builtFor(said, zeroAddress, parseEther('1'))
    expect(1.0001 ** (tickUpper - tickLower)).toBeCloseTo(1.05 / 0.95, 2)
    expectAmount(said, token0.amount, 18)
    expectAmount(said, token1.amount, 6)
  })

  test('an amount behind the number of a position is added to it, and the desk says what it then holds', async () => {
    const ask = desk.begin()
    await ask(`my wallet is ${desk.wallet}`)
    const of = () => position('V4', ({ tokenId }) => tokenId === '4')
    const before = await of()
    const card = await ask('increase position 4 on v4 by 50 MOON')
    const isMoon = ({ tokenAddress }: Json) => tokenAddress === chain.token('MOON').address
    expect(Number(card.cards[0]?.limits.pay.find(isMoon).atMost) / 1e18).toBeCloseTo(50, 0)
    await chain.execute(card)
    const after = await of()
    expect(BigInt(after.liquidity)).toBeGreaterThan(BigInt(before.liquidity))
    const worth = await ask('what is position 4 on v4 worth now')
    expectAmount(worth, after.amounts.token0.amount, after.token0.decimals)
    expectAmount(worth, after.amounts.token1.amount, after.token1.decimals)
  })
})

describe('a stranger before a launch', () => {
  test('buys, keeps count, sells the rest, and gets facts instead of “safe”', async () => {
    const ask = desk.begin()
    expectAmount(
      await ask('what would I get for 0.3 ETH of HRBR'),
      (await quote('buy', parseEther('0.3'))).amountOut,
      18,
    )
    expectAmount(await ask('and for 1?'), (await quote('buy', parseEther('1'))).amountOut, 18)
    expectAmount(await ask('and sell 1m of it'), (await quote('sell', parseEther('1000000'))).amountOut, 18)
    const { creator, signals, warnings, marketCapEth, links, progressBps } = await detail()
    expect((await ask('who made it')).text).toContain(creator)
    const risk = await ask('is it safe?')
    expectNumber(risk, signals.creatorShareBps / 100)
    for (const { message } of warnings) expect(risk.text).toContain(message)
    expectAmount(await ask('whats its market cap'), marketCapEth, 18)
    expect((await ask('show its chart')).text).toContain(links.page)
    expectNumber(await ask('wen graduation'), progressBps / 100)
    const about = await ask('tell me about hrbr')
    expect(about.text).toContain(creator)
    expectAmount(about, marketCapEth, 18)
  })

  test('names a token that was never launched, and never gets an answer about the previous token', async () => {
    const ask = desk.begin()
    await ask('how far is HRBR from graduation')
    for (const words of [
      'buy 0.1 ETH of XYZQ',
      'is HRBR1 safe',
      'how many foo do i get for 1 eth',
      'sell all my HBRR',
    ]) {
      const said = await ask(words)
      expect(said.text, words).not.toContain(hrbr)
      expect([said.cards, said.memory.proposal]).toEqual([[], undefined])
    }
  })

  test('accepts a wallet after a quote, and its card buys exactly what was quoted last', async () => {
    const ask = desk.begin()
    const before = await chain.balanceOf(hrbr, desk.wallet as Address)
    await ask('ape 1 eth into HRBR')
    await ask('can the creator mint more tokens')
    const { amountOut } = await quote('buy', parseEther('0.05'))
    expectAmount(await ask('no make it 0.05'), amountOut, 18)
    await chain.execute(await ask(desk.wallet))
    expect((await chain.balanceOf(hrbr, desk.wallet as Address)) - before).toBe(BigInt(amountOut))
    const { text } = await ask(`how many coins did ${desk.wallet} launch`)
    const { tokens } = await chain.get(`/api/launchpad/tokens?creator=${desk.wallet}`)
    expect(text.match(/0x[0-9a-fA-F]{40}/g)?.slice(1)).toEqual(tokens.map(({ address }: Json) => address))
    expect((await ask(hrbr)).text).toContain(hrbr)
  })

  test('launches with an opening and a lock, and both hold on the chain', async () => {
    const ask = desk.begin()
    await ask(
      'launch a coin named Blue Whale, ticker BLUE, first buy 0.05 eth, with a 2 minute opening and lock it 30 days',
    )
    await chain.execute(await ask(desk.wallet))
    const found = async () => (await chain.get('/api/launchpad/tokens?search=BLUE')).tokens[0]
    await expect.poll(found).toMatchObject({
      name: 'Blue Whale',
      symbol: 'BLUE',
      opening: { seconds: 120 },
      lock: { days: 30 },
    })
    const { opening } = await found()
    expect((await ask('is BLUE locked, and is there a surcharge')).text).toContain(opening.endsAt)
  })

  test('takes a creator’s fees, of which the desk says how much there is', async () => {
    const ask = desk.begin()
    const waiting = await ask('how much creator fees does HRBR have waiting')
    expectAmount(waiting, (await detail()).creatorFees.claimable, 18)
    await ask('claim the creator fees of HRBR')
    await chain.execute(await ask(desk.wallet))
    await expect.poll(async () => (await detail()).creatorFees.claimable).toBe('0')
  })

  test('asks for the whole board: most traded, worth most, how many', async () => {
    const ask = desk.begin()
    for (const [words, sort] of [
      ['top launches by volume', 'volume'],
      ['biggest market cap token', 'marketCap'],
    ]) {
      const { tokens } = await chain.get(`/api/launchpad/tokens?limit=5&sort=${sort}`)
      const { text } = await ask(words ?? '')
      expect(text.match(/0x[0-9a-fA-F]{40}/g)).toEqual(tokens.map(({ address }: { address: string }) => address))
    }
    const { tokens, graduated, trades, volumeEth } = await chain.get('/api/launchpad/stats')
    const totals = await ask('how many tokens have graduated')
    for (const value of [tokens, graduated, trades]) expect(numbersIn(totals.text)).toContain(value)
    expectAmount(totals, volumeEth, 18)
    const { curve, pool } = await chain.get('/.well-known/rh-launchpad.json')
    const fee = await ask('what fee do I pay when I buy')
    expectNumber(fee, Number(curve.tradeFeeBps) / 100)
    expectNumber(fee, Number(pool.fee) / 10_000)
  })

  test('trades a graduated token in its pool, approvals first', async () => {
    const token = await desk.launch('Lugger', 'LUGR', parseEther('0.1'))
    const ask = desk.begin()
    await ask(`how many tokens do I get for 3 ETH of ${token}`)
    await chain.execute(await ask(`prepare it for ${desk.wallet}`))
    const graduated = async () => (await chain.get(`/api/launchpad/token?address=${token}`)).graduated
    await expect.poll(graduated).toBe(true)
    const pooled = await chain.get(`/api/launchpad/quote?address=${token}&side=sell&amount=${parseEther('1000')}`)
    expectAmount(await ask(`quote me a sale of 1000 tokens of ${token}`), pooled.amountOut, 18)
    const sold = await ask('prepare it')
    expect(sold.cards[0]?.steps.length).toBeGreaterThan(1)
    await chain.execute(sold)
    const words = `provide 0.1 ETH to the graduated pool of ${token}, full range, wallet ${desk.wallet}, max 2% slippage`
    const provided = await desk.begin()(words)
    expect(provided.cards[0]?.rebuild.body).toMatchObject({ slippageTolerance: 2, walletAddress: desk.wallet })
    await chain.execute(provided)
    const { poolId } = await chain.get(`/api/launchpad/token?address=${token}`)
    expect(provided.text).toContain(poolId)
  })
})

describe('one sentence is enough', () => {
  const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

  test('for the card of a buy with a tolerance, which buys that much', async () => {
    const said = await desk.begin()(`prepare a buy of 0.05 ETH of HRBR for ${desk.wallet}, max 1 % slippage`)
    const asked = `/api/launchpad/quote?address=${hrbr}&side=buy&amount=${parseEther('0.05')}&slippageBps=100`
    const { minOut, amountOut } = await chain.get(asked)
    expectAmount(said, minOut, 18)
    expect(said.cards[0]?.rebuild.body).toMatchObject({ token: hrbr, from: desk.wallet, slippageBps: 100 })
    const before = await chain.balanceOf(hrbr, desk.wallet as Address)
    await chain.execute(said)
    expect((await chain.balanceOf(hrbr, desk.wallet as Address)) - before).toBe(BigInt(amountOut))
  })

  test('for the card of a buy by address, where a token that is still on its curve takes no liquidity', async () => {
    const said = await desk.begin()(`Prepare a buy of 0.01 ETH of ${hrbr} for ${desk.wallet}`)
    expect(said.cards[0]?.rebuild.body).toMatchObject({ token: hrbr, from: desk.wallet })
    const early = await desk.begin()(`provide 0.1 ETH to the pool of ${hrbr}, wallet ${desk.wallet}`)
    expect([early.cards, early.text]).toEqual([[], expect.stringContaining('on its curve')])
  })

  test('for a wallet, a creator, a share of the target, the fee, and the pools of one token', async () => {
    expect((await desk.begin()(`what positions does ${OTHER} have`)).text).toContain(OTHER)
    const { creator } = await detail()
    expect((await desk.begin()(`who deployed ${hrbr}`)).text).toContain(creator)
    const near = await desk.begin()('which tokens are over 1% of the way')
    const { tokens } = await chain.get('/api/launchpad/tokens?sort=progress&graduated=false&minProgressBps=100&limit=5')
    expect(near.text.match(/0x[0-9a-fA-F]{40}/g)).toEqual(tokens.map(({ address }: Json) => address))
    expect((await desk.begin()('over 99.99% of the way')).text).toMatch(/^No token has raised/)
    expect((await desk.begin()('where does the 1% go')).text).toMatch(/half of it goes to the creator/)
    const pools = await desk.begin()('pools with MOON?')
    const { address } = chain.token('MOON')
    for (const one of desk.service.devnet.description.pools.filter((pool) =>
      [pool.token0, pool.token1].includes(address),
    ))
      expect(pools.text).toContain(one.reference)
    expectAmount(await desk.begin()('0,3 eth into HRBR?'), (await quote('buy', parseEther('0.3'))).amountOut, 18)
  })

  test('for the trades of a wallet and the tokens it holds', async () => {
    const { trades } = await chain.get(`/api/launchpad/trades?trader=${desk.wallet}&limit=8`)
    const said = await desk.begin()(`what did ${desk.wallet} buy`)
    for (const { tokenAmount, address } of trades) {
      expectAmount(said, tokenAmount, 18)
      expect(said.text).toContain(address)
    }
    const { total } = await chain.get(`/api/launchpad/tokens?holder=${desk.wallet}`)
    expect((await desk.begin()(`which tokens does ${desk.wallet} hold`)).text).toContain(
      `holds ${total} launched token`,
    )
  })
})

describe('a developer unknown to the service', () => {
  test.each([
    'how do I get test ETH?',
    'where do I put my api key',
    'what scopes are there',
    'what are the rules',
    'how do i join a room',
    'how do I connect claude over mcp',
    'delete my box',
  ])('%s is answered with addresses that are served', async (words) => chain.expectServed(await desk.begin()(words)))

  test('gets test money by doing what the desk says, and every scope there is', async () => {
    const ask = desk.begin()
    const { text } = await ask('give me some faucet money')
    const [, path = ''] = /POST https?:\/\/[^/]+(\S+) with/.exec(text) ?? []
    const fresh = '0x00000000000000000000000000000000000c0de1'
    expect((await desk.call('POST', path, { address: fresh })).status).toBe(200)
    await chain.untilSeen()
    expect(await desk.service.devnet.client.getBalance({ address: fresh })).toBe(parseEther('10'))
    const { scopes } = (await chain.get('/api/developer/status')).authentication
    const said = (await ask('what scopes are there')).text
    for (const scope of scopes) expect(said).toContain(scope)
    expectNumber(await ask('what block are we on'), (await chain.get('/api/launchpad/stats')).block)
  })

  test('other topics are not answered with a similar topic', async () => {
    for (const words of ['asdf qwer', 'what is life', 'do you have a twitter'])
      expect((await desk.begin()(words)).text).toMatch(/did not understand.*"help".*\n.*nearest.*(\n- .+){3}$/)
  })
})
