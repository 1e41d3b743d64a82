import type { Chain } from '#chain/Chain.ts'
import { type Approval, approveSpendings } from '#liquidity/approvals/Approval.ts'
import { noSuchPair } from '#liquidity/checks/noSuchPair.ts'
import { requireOwner } from '#liquidity/checks/requireControl.ts'
import { v2Of, v3Of } from '#liquidity/deployment.ts'
import { readPairs } from '#liquidity/pools/readPairs.ts'
import { readV3Liquidity, readV4Liquidity } from '#liquidity/pools/readPoolLiquidity.ts'
import { readV3Positions } from '#liquidity/pools/readV3Positions.ts'
import { readV4Position } from '#liquidity/pools/readV4Position.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import { marketOf, sharesOf } from '#liquidity/recipes/pairShares.ts'
import { requirePlainHook } from '#liquidity/recipes/requirePlainHook.ts'
import { requireTokenId, requireTokens } from '#liquidity/request/sourceFields.ts'
import { tokenPairOf } from '#liquidity/request/TokenPair.ts'
import { none, partOf } from '#liquidity/withdrawals/Withdrawal.ts'
import type { MigrateRequest } from './request.ts'

/** The liquidity that moves, and the pool that it leaves. */
export type Source = {
  readonly token0: Token
  readonly token1: Token
  readonly sqrtRatioX96: bigint
  readonly readLiquidity: () => Promise<bigint>
  readonly what: string
  readonly approvals: () => readonly Approval[]
}

/** Reads the liquidity that a wallet owns; refused if a hook decides the payout. */
export function readSource(chain: Chain, request: MigrateRequest): Promise<Source> {
  const { protocol } = request
  if (protocol === 'V2') return readShares(chain, request)
  return protocol === 'V3' ? readV3(chain, request) : readV4(chain, request)
}

async function readShares(chain: Chain, request: MigrateRequest): Promise<Source> {
  const { factory, router } = v2Of(chain.facts)
  const { walletAddress: wallet, liquidityPercentageToDecrease: percent = 100 } = request
  const tokenPair = tokenPairOf(chain.facts, 'V2', requireTokens(request))
  const queries = [{ tokens: [tokenPair.token0, tokenPair.token1] as const }]
  const { items } = await readPairs(chain, factory, { queries, watch: { wallet, tokens: [], spender: router } })
  const [pair] = items
  if (!pair) throw noSuchPair(chain, tokenPair)
  const shares = { holding: sharesOf(pair), amount: partOf(pair.walletLiquidity, percent, 'V2') }
  return {
    ...marketOf(pair),
    what: `${percent} % of the V2 liquidity`,
    approvals: () => approveSpendings([shares], router),
  }
}

async function readV3(chain: Chain, request: MigrateRequest): Promise<Source> {
  const { walletAddress: wallet, liquidityPercentageToDecrease: percent = 100 } = request
  const id = requireTokenId(request)
  const { items } = await readV3Positions(chain, v3Of(chain.facts), { ids: [id], watch: { wallet, tokens: [] } })
  const { token0, token1, pool, sqrtRatioX96 } = requireOwner(items[0], { id, protocol: 'V3', wallet }, chain)
  return {
    ...{ token0, token1, sqrtRatioX96 },
    readLiquidity: () => readV3Liquidity(chain, pool),
    what: `${percent} % of V3 position ${id}`,
    approvals: none,
  }
}

async function readV4(chain: Chain, request: MigrateRequest): Promise<Source> {
  const { walletAddress: wallet, liquidityPercentageToDecrease: percent = 100 } = request
  const id = requireTokenId(request)
  const { position } = await readV4Position(chain, { id, wallet, permissioned: undefined })
  const { token0, token1, poolId, sqrtRatioX96, key } = requireOwner(position, { id, protocol: 'V4', wallet }, chain)
  requirePlainHook(key.hooks, 'Use /lp/decrease, then /lp/create.')
  return {
    ...{ token0, token1, sqrtRatioX96 },
    readLiquidity: () => readV4Liquidity(chain, poolId),
    what: `${percent} % of V4 position ${id}`,
    approvals: none,
  }
}
