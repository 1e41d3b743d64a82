import { type Address, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import type { LensAnswer } from '#liquidity/lens.ts'
import { requireEqual, v2PairAddress } from './poolAddress.ts'
import { runLens } from './runLens.ts'
import { type Snapshot, type Token, toToken, toWallet, toWatch, type Watch, watchKey } from './Snapshot.ts'

/** A v2 pair with the wallet's share of it. */
export type Pair = {
  readonly address: Address
  readonly token0: Token
  readonly token1: Token
  readonly reserve0: bigint
  readonly reserve1: bigint
  /** The pair's token balances, from which a burn pays. */
  readonly balances: { readonly reserve0: bigint; readonly reserve1: bigint }
  readonly totalSupply: bigint
  readonly kLast: bigint
  readonly feeOn: boolean
  readonly strayLiquidity: bigint
  readonly walletLiquidity: bigint
  readonly walletAllowance: bigint
  /** The units that arrive of 10,000 sent, by token; 10,001 if unknown. */
  readonly arriving0: bigint
  readonly arriving1: bigint
}

export type PairQuery = { readonly pair: Address } | { readonly tokens: readonly [Address, Address] }

/** Pairs in the order asked; `undefined` where the factory has none. */
export function readPairs(
  chain: Chain,
  factory: Address,
  { queries, watch }: { queries: readonly PairQuery[]; watch: Watch },
): Promise<Snapshot<Pair | undefined>> {
  const { facts } = chain
  const key = `${queries.map((query) => ('pair' in query ? query.pair : query.tokens.join())).join()} ${watchKey(watch)}`
  const args = [factory, queries.map(toQuery), toWatch(facts, watch)] as const
  return runLens(chain, { name: 'pairs', key, args, size: queries.length }, ([head, holdings, pairs], gasPrice) => ({
    ...toWallet(facts, head, { holdings, tokens: watch.tokens }),
    items: pairs.map((raw, index) => toPair(facts, raw, { factory, query: queries[index] })),
    gasPrice,
  }))
}

type RawPair = LensAnswer<'pairs'>[2][number]

type Source = { readonly factory: Address; readonly query: PairQuery | undefined }

function toPair(facts: ChainFacts, raw: RawPair, { factory, query }: Source): Pair | undefined {
  if (raw.pair === zeroAddress) return undefined
  requireEqual('the V2 pair', raw.pair, v2PairAddress(factory, raw))
  if (query)
    requireEqual('the V2 pair', raw.pair, 'pair' in query ? query.pair : v2PairAddress(factory, sorted(query.tokens)))
  return {
    ...raw,
    address: raw.pair,
    token0: toToken(facts, raw.token0, raw.meta0),
    token1: toToken(facts, raw.token1, raw.meta1),
    balances: { reserve0: raw.balance0, reserve1: raw.balance1 },
  }
}

function sorted([a, b]: readonly [Address, Address]) {
  return a.toLowerCase() < b.toLowerCase() ? { token0: a, token1: b } : { token0: b, token1: a }
}

function toQuery(query: PairQuery): { pair: Address; tokenA: Address; tokenB: Address } {
  if ('pair' in query) return { pair: query.pair, tokenA: zeroAddress, tokenB: zeroAddress }
  return { pair: zeroAddress, tokenA: query.tokens[0], tokenB: query.tokens[1] }
}
