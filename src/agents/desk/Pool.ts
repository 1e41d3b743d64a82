import { byAddress, type Directory, isSame, NATIVE, type Protocol, type Token, wrapped } from './Directory.ts'
import { feePercent, figure } from './numbers.ts'
import { find, type Json, type Service } from './Service.ts'

/** A pool with its live state. */
export type Pool = {
  protocol: Protocol
  reference: string
  token0: Token
  token1: Token
  fee: number
  tickSpacing: number
  hook: string | undefined
  tick: number
  /** The square root of the price in smallest units, token1 for token0. */
  sqrtPrice: number
  liquidity: number
  reserves: readonly [string, string] | undefined
}

const PROTOCOLS: readonly Protocol[] = ['V4', 'V3', 'V2']
export const MAX_TICK = 887_272
const Q96 = 2 ** 96

export type PoolQuery = { pair: readonly [Token, Token]; protocol?: Protocol | undefined; fee?: number | undefined }

/** The pools of a pair with their state, the deepest first; v2 and v3 hold wrapped ETH where v4 may hold native ETH. */
export async function findByPair(service: Service, directory: Directory, wanted: PoolQuery): Promise<Pool[]> {
  const asked = wanted.protocol ? [wanted.protocol] : PROTOCOLS
  const pages = await Promise.all(
    asked.map((protocol) => {
      const pair = wanted.pair.map((token) => (protocol === 'V4' ? token : toWrapped(directory, token)))
      const [a, b] = pair
      if (!a || !b || isSame(a.address, b.address)) return undefined
      const poolParameters = { tokenAddressA: a.address, tokenAddressB: b.address }
      return find(service, '/lp/pool_info', { protocol, chainId: directory.chainId, poolParameters, pageSize: 100 })
    }),
  )
  const pools = pages.flatMap((page) => page?.pools ?? []).map((pool) => fromWire(pool, directory))
  const priced = pools.filter(({ fee, sqrtPrice }) => sqrtPrice > 0 && (wanted.fee === undefined || fee === wanted.fee))
  return priced.sort((a, b) => depthRank(b) - depthRank(a))
}

/** The pool with an address or id, or undefined. */
export async function findByReference(
  service: Service,
  directory: Directory,
  reference: string,
): Promise<Pool | undefined> {
  const protocols: Protocol[] = reference.length > 42 ? ['V4'] : ['V3', 'V2']
  for (const protocol of protocols) {
    const body = { protocol, chainId: directory.chainId, poolReferences: [{ referenceIdentifier: reference }] }
    const answer = await find(service, '/lp/pool_info', body).catch(() => undefined)
    if (answer?.pools[0]) return fromWire(answer.pools[0], directory)
  }
  return undefined
}

function fromWire(pool: Json, directory: Directory): Pool {
  const reserves = pool.token0Reserves ? ([pool.token0Reserves, pool.token1Reserves] as const) : undefined
  const inPair = reserves && Math.sqrt(Number(reserves[0]) * Number(reserves[1]))
  const hasHook = pool.hookAddress && !isSame(pool.hookAddress, NATIVE)
  return {
    protocol: pool.poolProtocol,
    reference: pool.poolReferenceIdentifier,
    token0: tokenAt(directory, pool.tokenAddressA, pool.tokenDecimalsA),
    token1: tokenAt(directory, pool.tokenAddressB, pool.tokenDecimalsB),
    fee: pool.fee,
    tickSpacing: pool.tickSpacing,
    hook: hasHook ? pool.hookAddress : undefined,
    tick: pool.currentTick,
    sqrtPrice: Number(pool.sqrtRatioX96) / Q96,
    liquidity: inPair ?? Number(pool.poolLiquidity),
    reserves,
  }
}

function tokenAt(directory: Directory, address: string, decimals: string): Token {
  const short = `${address.slice(0, 6)}…${address.slice(-4)}`
  return byAddress(directory, address) ?? { symbol: short, address, decimals: Number(decimals) }
}

function toWrapped(directory: Directory, token: Token): Token | undefined {
  return token.address === NATIVE ? wrapped(directory) : token
}

/** The pool's token that `token` refers to: ETH and wrapped ETH are interchangeable. */
export function sideOf(pool: Pool, token: Token): 0 | 1 {
  const means = (own: Token) => isSame(own.address, token.address) || unwrapped(own) === unwrapped(token)
  return means(pool.token1) && !means(pool.token0) ? 1 : 0
}

function unwrapped({ symbol }: Token): string {
  return symbol === 'WETH' ? 'ETH' : symbol
}

/** token1 for one token0, in whole tokens. */
export function price(pool: Pool): number {
  return pool.sqrtPrice ** 2 * 10 ** (pool.token0.decimals - pool.token1.decimals)
}

/** The price of one `base` in the other token. */
export function priceOf(pool: Pool, base: Token): number {
  return sideOf(pool, base) === 0 ? price(pool) : 1 / price(pool)
}

export function priceAtTick({ token0, token1 }: Pick<Pool, 'token0' | 'token1'>, tick: number): number {
  return 1.0001 ** tick * 10 ** (token0.decimals - token1.decimals)
}

/** The tick nearest to a price of token0 in token1. */
export function tickAtPrice({ token0, token1 }: Pick<Pool, 'token0' | 'token1'>, value: number): number {
  return Math.log(value / 10 ** (token0.decimals - token1.decimals)) / Math.log(1.0001)
}

/** The amount of each token that moves the price by `fraction`, in whole tokens, at the current liquidity. */
export function depth({ liquidity, sqrtPrice, token0, token1 }: Pool, fraction: number): [number, number] {
  const up = sqrtPrice * Math.sqrt(1 + fraction)
  const down = sqrtPrice * Math.sqrt(1 - fraction)
  const amount0 = liquidity * (1 / sqrtPrice - 1 / up)
  const amount1 = liquidity * (sqrtPrice - down)
  return [amount0 / 10 ** token0.decimals, amount1 / 10 ** token1.decimals]
}

function depthRank(pool: Pool): number {
  const [amount0, amount1] = depth(pool, 0.02)
  const stable = pool.token0.decimals === 6 ? amount0 : amount1
  return stable
}

/** `V4 pool ETH/DUSD, 0.05%`. */
export function label({ protocol, token0, token1, fee, hook }: Pool): string {
  return `${protocol} pool ${token0.symbol}/${token1.symbol}, ${feePercent(fee)}${hook ? ', with a hook' : ''}`
}

/** The price both ways, in words. */
export function priceWords(pool: Pool, base: Token): string {
  const [own, other] = sideOf(pool, base) === 0 ? [pool.token0, pool.token1] : [pool.token1, pool.token0]
  const value = priceOf(pool, base)
  return `1 ${own.symbol} = ${figure(value)} ${other.symbol} (1 ${other.symbol} = ${figure(1 / value)} ${own.symbol})`
}
