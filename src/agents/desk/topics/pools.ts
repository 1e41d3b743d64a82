import { byAddress, bySymbol, type Token } from '#agents/desk/Directory.ts'
import { count, feePercent, figure, units } from '#agents/desk/numbers.ts'
import * as Pool from '#agents/desk/Pool.ts'
import { asOf, capital, choosePool, fits, isReply, noPool, pairOf, pairWords } from '#agents/desk/pairs.ts'
import { find } from '#agents/desk/Service.ts'
import { ask, type Desk, type Reply, type Topic } from '#agents/desk/Topic.ts'

import { preparePosition } from './deposits.ts'
import { named, raisedWords } from './launches.ts'
import { prepareTrade } from './trading.ts'

const SHOWN = 8

const price: Topic = {
  name: 'price',
  async answer(desk) {
    const { service, directory, slots, now } = desk
    if (slots.pool) return onePool(desk)
    const pair = pairOf(desk)
    if (!pair) return priceOfOne(desk)
    const pools = await Pool.findByPair(service, directory, { pair, protocol: slots.protocol, fee: slots.fee })
    const [deepest] = pools
    if (!deepest) return { text: noPool(pair, desk) }
    const many = pools.length > 1 ? `The deepest of ${pools.length} pools: ` : ''
    const worth = inTotal(desk, deepest, pair)
    return {
      text: [
        `${many}${Pool.label(deepest)}: ${Pool.priceWords(deepest, pair[0])}.${worth}`,
        ...(pools.length > 1 ? pools.slice(0, SHOWN).map((pool) => line(pool, pair[0])) : [deepest.reference]),
        `${capital(asOf(now))}. Next: "how deep is it", or "how much do I need next to 0.5 ${pair[0].symbol}".`,
      ].join('\n'),
      slots: { ...slots, tokens: pair },
    }
  },
}

export function inTotal({ slots, directory }: Desk, pool: Pool.Pool, [base]: readonly [Token, Token]): string {
  const { amount } = slots
  if (!amount || amount.value === '1' || bySymbol(directory, amount.symbol) !== base) return ''
  const other = Pool.sideOf(pool, base) === 0 ? pool.token1 : pool.token0
  return ` ${amount.value} ${base.symbol} at that price: ${figure(Number(amount.value) * Pool.priceOf(pool, base))} ${other.symbol}, before the fee and the price impact of a swap.`
}

async function onePool(desk: Desk): Promise<Reply> {
  const pool = await choosePool(desk)
  if (isReply(pool)) return pool
  return { text: `${Pool.label(pool)}: ${Pool.priceWords(pool, pool.token0)}, tick ${pool.tick}, ${asOf(desk.now)}.` }
}

/** One token alone is priced in every pool the deployment names. */
async function priceOfOne({ service, directory, slots, now }: Desk): Promise<Reply> {
  const [token] = slots.tokens ?? []
  if (!token) return ask('The price of what, in what? For example "price of ETH in DUSD".', 'tokens')
  const others = directory.pools
    .flatMap(({ token0, token1 }) => [token0, token1])
    .flatMap((address) => byAddress(directory, address) ?? [])
  const partners = [...new Set(others)].filter(({ symbol }) => symbol !== token.symbol && !isWrapping(symbol, token))
  if (partners.length === 0)
    return ask(`The price of ${token.symbol} in which token? Name it or paste its address.`, 'tokens')
  const found = await Promise.all(
    partners.map((partner) => Pool.findByPair(service, directory, { pair: [token, partner] })),
  )
  const deepest = [...new Map(found.flatMap(([pool]) => (pool ? [[pool.reference, pool]] : []))).values()]
  if (deepest.length === 0) return { text: `I find no pool of ${token.symbol} on chain ${directory.chainId}.` }
  const lines = deepest.map((pool) => `- ${Pool.priceWords(pool, token)} in the ${Pool.label(pool)}`)
  return { text: [`${token.symbol} against each token, in the deepest pool, ${asOf(now)}:`, ...lines].join('\n') }
}

function isWrapping(symbol: string, token: Token): boolean {
  return symbol === `W${token.symbol}` || token.symbol === `W${symbol}`
}

const list: Topic = {
  name: 'pools',
  async answer(desk) {
    const { service, directory, slots, question, now } = desk
    const pair = pairOf(desk)
    if (!pair) return knownPools(desk)
    const isCompared = /\bdeeper\b/.test(question.plain)
    const wanted = isCompared ? { pair } : { pair, protocol: slots.protocol, fee: slots.fee }
    const pools = await Pool.findByPair(service, directory, wanted)
    if (pools.length === 0) return { text: noPool(pair, desk) }
    const isByFee = /lowest|cheapest|cheaper|smallest/.test(question.plain)
    const sorted = isByFee ? pools.toSorted((a, b) => a.fee - b.fee) : pools
    const first = sorted[0] as Pool.Pool
    const head = isByFee
      ? `The lowest fee is ${feePercent(first.fee)}, in the ${Pool.label(first)}.`
      : `${pools.length} pools of ${pair[0].symbol} and ${pair[1].symbol}, the deepest first:`
    return { text: [head, ...sorted.map((pool) => line(pool, pair[0])), `${capital(asOf(now))}.`].join('\n') }
  },
}

const LISTED_MAX = 30

/** Without a pair: the pools the deployment names, of the token and version asked for. */
function knownPools(desk: Desk): Reply {
  const { tokens } = desk.question
  const known = desk.directory.pools.filter((pool) => fits(pool, { ...desk, slots: { ...desk.slots, tokens } }))
  if (known.length === 0)
    return ask('Pools of which two tokens? For example "which pools exist for WETH and DUSD".', 'tokens')
  const lines = known.slice(0, LISTED_MAX).map((pool) => `- ${pairWords(pool, desk)}, reference ${pool.reference}`)
  return {
    text: [
      `${count(known.length, 'pool')} that this deployment names; name two tokens for their prices:`,
      ...lines,
    ].join('\n'),
  }
}

function line(pool: Pool.Pool, base: Token): string {
  return `- ${Pool.label(pool)}: 1 ${base.symbol} = ${figure(Pool.priceOf(pool, base))}, reference ${pool.reference}`
}

const tick: Topic = {
  name: 'tick',
  async answer(desk) {
    const pool = await choosePool(desk)
    if (isReply(pool)) return pool
    const price = `1 ${pool.token0.symbol} = ${figure(Pool.price(pool))} ${pool.token1.symbol}`
    const spacing = pool.tickSpacing ? ` Positions begin and end at multiples of ${pool.tickSpacing}.` : ''
    return {
      text: `${Pool.label(pool)} is at tick ${pool.tick}, which is ${price}, ${asOf(desk.now)}.${spacing}`,
    }
  },
}

const depth: Topic = {
  name: 'depth',
  async answer(desk) {
    const pool = await choosePool(desk)
    if (isReply(pool)) return pool
    const [bought0, bought1] = Pool.depth(pool, 0.02)
    const { token0, token1, reserves } = pool
    const held = reserves
      ? ` It holds ${units(reserves[0], token0.decimals)} ${token0.symbol} and ${units(reserves[1], token1.decimals)} ${token1.symbol}.`
      : ''
    return {
      text: [
        `${Pool.label(pool)}: ${Pool.priceWords(pool, token0)}; liquidity ${figure(pool.liquidity)}.${held}`,
        `Within 2% of the price${reserves ? '' : ', at the liquidity of the current tick'}: ${figure(bought0)} ${token0.symbol} can be bought above it and ${figure(bought1)} ${token1.symbol} below it.`,
        `${capital(asOf(desk.now))}.`,
      ].join('\n'),
    }
  },
}

const convert: Topic = {
  name: 'convert',
  async answer(desk) {
    const at = desk.slots.tick ?? 0
    if (Math.abs(at) > Pool.MAX_TICK) return { text: `Ticks run from -${Pool.MAX_TICK} to ${Pool.MAX_TICK}.` }
    const pool = await choosePool(desk)
    if (isReply(pool)) return pool
    const value = Pool.priceAtTick(pool, at)
    const { token0, token1 } = pool
    return {
      text: `Tick ${at} is 1 ${token0.symbol} = ${figure(value)} ${token1.symbol}, or 1 ${token1.symbol} = ${figure(1 / value)} ${token0.symbol} (${token0.symbol} has ${token0.decimals} decimals, ${token1.symbol} ${token1.decimals}). The ${Pool.label(pool)} is at tick ${pool.tick} now, ${asOf(desk.now)}.`,
    }
  },
}

const width: Topic = {
  name: 'width',
  async answer(desk) {
    const percent = desk.slots.percent ?? 1
    const ticks = Math.log(1 + percent / 100) / Math.log(1.0001)
    const pool = await choosePool(desk)
    if (isReply(pool)) return { text: `${percent}% is ${figure(ticks)} ticks up: each tick is 0.01%.` }
    const steps = pool.tickSpacing
      ? `, about ${figure(ticks / pool.tickSpacing)} steps of its spacing of ${pool.tickSpacing}`
      : ''
    return {
      text: `${percent}% up is ${figure(ticks)} ticks, since each tick is 0.01%${steps} in the ${Pool.label(pool)}, which is at tick ${pool.tick} (${asOf(desk.now)}).`,
    }
  },
}

const TIERS = [
  [100, 1],
  [500, 10],
  [3000, 60],
  [10_000, 200],
] as const

const feeTiers: Topic = {
  name: 'feeTiers',
  answer({ slots, directory }) {
    const tiers = TIERS.map(([fee, spacing]) => `- ${feePercent(fee)} with tick spacing ${spacing}`)
    const others = {
      V2: 'V2 has one fee for all pairs, 0.3%, and no ticks.',
      V4: `V4 lets the pool's creator choose any fee up to 100% and any spacing from 1 to 32,767; these are the usual ones:\n${tiers.join('\n')}`,
      V3: `On v3 of chain ${directory.chainId} a pool has one of these fees:\n${tiers.join('\n')}\nBounds of a position must be multiples of the spacing.`,
    }
    return { text: others[slots.protocol ?? 'V3'] }
  },
}

const inRange: Topic = {
  name: 'inRange',
  async answer(desk) {
    const { range } = desk.slots
    const pool = await choosePool(desk)
    if (isReply(pool)) return pool
    if (!range || range === 'full' || 'aroundPercent' in range) return { text: 'The full range is always in range.' }
    const base = quotedBase(pool, Number(range.min))
    const value = Pool.priceOf(pool, base)
    const isIn = value >= Number(range.min) && value < Number(range.max)
    const words = isIn
      ? 'Yes, in range'
      : `No, out of range: the price is ${value < Number(range.min) ? 'below' : 'above'} it`
    return {
      text: `${words}. ${Pool.priceWords(pool, base)} in the ${Pool.label(pool)}, which I assumed as the deepest of the pair (${asOf(desk.now)}); the range asked is ${range.min} to ${range.max}.`,
    }
  },
}

/** The token whose price is of the order of the figure: 2,500 is dollars for ETH, not ETH for a dollar. */
function quotedBase(pool: Pool.Pool, near: number): Token {
  const forward = Math.abs(Math.log(Pool.price(pool) / near))
  const backward = Math.abs(Math.log(1 / Pool.price(pool) / near))
  return forward <= backward ? pool.token0 : pool.token1
}

const pasted: Topic = {
  name: 'pasted',
  async answer(desk) {
    const { question, service, directory } = desk
    const reference = question.ids[0] ?? question.addresses[0] ?? ''
    const pool = await Pool.findByReference(service, directory, reference)
    if (pool) return { ...(await onePool({ ...desk, slots: { pool: reference } })), slots: { pool: reference } }
    const token = byAddress(directory, reference)
    if (token)
      return {
        text: `${reference} is ${token.symbol}, ${token.decimals} decimals. Ask "price of ${token.symbol} in DUSD".`,
      }
    const launch = await find(service, `/api/launchpad/token?address=${reference}`)
    if (launch)
      return {
        text: `${named(launch)}: ${raisedWords(launch)}. Ask "is it safe", "who holds it", or "how many do I get for 0.1 ETH".`,
        slots: { launch: reference },
      }
    const { proposal } = desk.memory
    if (proposal?.kind === 'position') return preparePosition(desk, proposal.slots)
    if (proposal?.kind === 'trade') return prepareTrade(desk, proposal)
    return ask(
      `${reference} is not a pool here. Is it your wallet, or a launched token? Say "my wallet is …" or "how far is … from graduation".`,
      'wallet',
    )
  },
}

export const poolTopics: readonly Topic[] = [price, list, tick, depth, convert, width, feeTiers, inRange, pasted]
