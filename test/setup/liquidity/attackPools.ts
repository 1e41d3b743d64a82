import { type Address, zeroAddress } from 'viem'
import * as Tick from '#uniswap/Tick.ts'
import {
  deployUpgradeableToken,
  deployWilfulToken,
  mint,
  placeTakingHook,
  rename,
  TAKING_HOOK,
} from './hostilePools.ts'
import { approveEverything } from './limits.ts'
import type { Body, TestLp, TradedPool } from './lp.ts'

/** The pools that random rounds are played in: honest ones, and ones with a hostile hook or token. */

export const WALLET = 5
export const OPERATOR = 19
export const chainId = 4663

export type Pool = TradedPool & {
  reference?: string
  hostile?: 'hook' | 'token'
  /** The hostile token. */
  wilful?: Address
  /** Turns the code of that token into a taxing one. */
  upgrade?: () => Promise<void>
  /** Whether the symbol of that token is that of a listed one, to the eye. */
  isLookalike?: boolean
  /** Whether deposits name both amounts, as the first one of a pair must, and nobody trades in between. */
  isSteady?: boolean
}

export type Arena = { lp: TestLp; pools: readonly Pool[]; depthOf: (token: Address) => bigint }

// About what the pools of the chain hold: a hundred ETH, and as much in every other token.
const DEPTH: Record<string, bigint> = {
  ETH: 10n ** 20n,
  WETH: 10n ** 20n,
  MOON: 6n * 10n ** 23n,
  DUSD: 3n * 10n ** 11n,
  USDX: 3n * 10n ** 11n,
}
const WILFUL_DEPTH = 10n ** 24n
const DUSD_DEPTH = 10n ** 11n

/** Opens all pools; `WALLET` and `OPERATOR` have and approve every token. */
export async function openPools(lp: TestLp): Promise<Arena> {
  const token = (symbol: string): Address => lp.devnet.token(symbol).address
  const wilful = await deployWilfulToken(lp, [WALLET, OPERATOR])
  const proxy = await deployUpgradeableToken(lp, [WALLET, OPERATOR])
  const lookalike = await deployWilfulToken(lp, [WALLET, OPERATOR])
  // The third letter is Cyrillic.
  await rename(lp, lookalike, { symbol: 'DU\u0405D' })
  const strangers = [wilful, proxy.token, lookalike]
  for (const symbol of ['DUSD', 'MOON']) await mint(lp, token(symbol), [WALLET])
  await approveEverything(lp, WALLET, [...['DUSD', 'MOON', 'WETH', 'USDX'].map(token), ...strangers])
  await approveEverything(lp, OPERATOR, strangers)
  await placeTakingHook(lp)
  const pools: Pool[] = [
    lp.devnet.pool('V2', ['MOON', 'DUSD']),
    lp.devnet.pool('V2', ['WETH', 'DUSD']),
    lp.devnet.pool('V3', ['WETH', 'DUSD'], { fee: 500 }),
    lp.devnet.pool('V3', ['MOON', 'WETH']),
    lp.devnet.pool('V4', ['ETH', 'DUSD'], { fee: 500 }),
    lp.devnet.pool('V4', ['MOON', 'DUSD'], { fee: 3000 }),
    { protocol: 'V2', ...inOrder(token('USDX'), token('MOON')), fee: 3000, tickSpacing: 0, isSteady: true },
    await hookedPool(lp),
    { ...(await wilfulPair(lp, wilful)), hostile: 'token', wilful },
    { ...(await wilfulPool(lp, wilful, 'V3')), hostile: 'token', wilful },
    { ...(await wilfulPool(lp, wilful, 'V4')), hostile: 'token', wilful },
    { ...(await wilfulPair(lp, proxy.token)), hostile: 'token', wilful: proxy.token, upgrade: proxy.upgrade },
    { ...(await wilfulPool(lp, proxy.token, 'V3')), hostile: 'token', wilful: proxy.token, upgrade: proxy.upgrade },
    { ...(await wilfulPair(lp, lookalike)), hostile: 'token', wilful: lookalike, isLookalike: true },
    { ...(await wilfulPool(lp, lookalike, 'V4')), hostile: 'token', wilful: lookalike, isLookalike: true },
  ]
  const known = new Map<Address, bigint>([
    [zeroAddress, DEPTH['ETH'] ?? 0n],
    ...lp.devnet.description.tokens.map(({ address, symbol }) => [address, DEPTH[symbol] ?? 10n ** 10n] as const),
    ...strangers.map((address) => [address, WILFUL_DEPTH] as const),
  ])
  return { lp, pools, depthOf: (address) => known.get(address) ?? 10n ** 20n }
}

function inOrder(a: Address, b: Address) {
  const [token0, token1] = a.toLowerCase() < b.toLowerCase() ? [a, b] : [b, a]
  return { token0: token0 as Address, token1: token1 as Address }
}

/** An answer to the operator, who accepts every risk that is named. */
async function openedBy(lp: TestLp, path: string, body: object): Promise<void> {
  const { create } = await accepted(lp, path, { walletAddress: lp.devnet.account(OPERATOR).address, ...body })
  await lp.send(OPERATOR, create)
}

/** The answer of a request whose sender accepts the risks that the refusal names. */
async function accepted(lp: TestLp, path: string, body: object): Promise<Body> {
  const answer = await lp.post(path, body)
  const acceptRisks = risksOf(answer.body)
  return acceptRisks.length === 0 ? lp.ok(path, body) : lp.ok(path, { ...body, acceptRisks })
}

/** The risks that a refusal asks the sender to accept. */
export function risksOf({ details = [] }: Body): string[] {
  const [field, ...risks] = details.map(({ type, value }: Body) => (type === 'field' ? value : type))
  return field === 'acceptRisks' ? [...new Set<string>(risks)] : []
}

// A pool whose hook may take anything, deep enough to trade in.
async function hookedPool(lp: TestLp): Promise<Pool> {
  const [moon, dusd] = [lp.devnet.token('MOON').address, lp.devnet.token('DUSD').address]
  const pair = inOrder(moon, dusd)
  const price = pair.token0 === moon ? 56022770974786139918731n : 112045541949572279837463937n * 10n ** 6n
  const pool = { protocol: 'V4' as const, ...pair, fee: 3000, tickSpacing: 60, hooks: TAKING_HOOK }
  await openedBy(lp, '/lp/create', {
    ...creation(pool, price),
    independentToken: { tokenAddress: dusd, amount: DUSD_DEPTH.toString() },
  })
  return { ...pool, reference: await referenceOf(lp, pool), hostile: 'hook' }
}

async function wilfulPool(lp: TestLp, wilful: Address, protocol: 'V3' | 'V4'): Promise<Pool> {
  const pair = inOrder(wilful, lp.devnet.token('DUSD').address)
  // As many units of one as of the other in a pair of these depths.
  const tick = Math.round(Math.log(1e13) / Math.log(1.0001))
  const price = Tick.toSqrtRatio(pair.token0 === wilful ? -tick : tick)
  const pool = { protocol, ...pair, fee: 3000, tickSpacing: 60 }
  await openedBy(lp, '/lp/create', {
    ...creation(pool, price),
    independentToken: { tokenAddress: wilful, amount: WILFUL_DEPTH.toString() },
  })
  return { ...pool, reference: await referenceOf(lp, pool) }
}

async function wilfulPair(lp: TestLp, wilful: Address): Promise<Pool> {
  const { token0, token1 } = inOrder(wilful, lp.devnet.token('DUSD').address)
  const some = (tokenAddress: Address) => ({
    tokenAddress,
    amount: (tokenAddress === wilful ? WILFUL_DEPTH : DUSD_DEPTH).toString(),
  })
  await openedBy(lp, '/lp/create_classic', {
    poolParameters: { token0Address: token0, token1Address: token1, chainId },
    independentToken: some(token0),
    dependentToken: some(token1),
  })
  const pool = { protocol: 'V2' as const, token0, token1, fee: 3000, tickSpacing: 0 }
  return { ...pool, reference: await referenceOf(lp, pool) }
}

function creation({ protocol, token0, token1, ...place }: TradedPool, price: bigint) {
  return {
    chainId,
    protocol,
    newPool: { token0Address: token0, token1Address: token1, ...place, initialPrice: price.toString() },
    tickBounds: { tickLower: -887_220, tickUpper: 887_220 },
  }
}

async function referenceOf(lp: TestLp, { protocol, token0, token1, fee, tickSpacing, hooks }: TradedPool) {
  const pair = { tokenAddressA: token0, tokenAddressB: token1 }
  const poolParameters =
    protocol === 'V2' ? pair : { ...pair, fee, ...(protocol === 'V4' && { tickSpacing, hookAddress: hooks }) }
  const { pools } = await lp.ok('/lp/pool_info', { protocol, chainId, poolParameters })
  return pools[0].poolReferenceIdentifier
}
