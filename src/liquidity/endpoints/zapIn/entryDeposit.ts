import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { Arrival } from '#liquidity/deposits/Arrival.ts'
import type { Draft } from '#liquidity/deposits/Draft.ts'
import { createV3 } from '#liquidity/endpoints/create/v3.ts'
import { createV4 } from '#liquidity/endpoints/create/v4.ts'
import { increaseV3 } from '#liquidity/endpoints/increase/v3.ts'
import { increaseV4 } from '#liquidity/endpoints/increase/v4.ts'
import { asDeposit } from '#liquidity/recipes/asDeposit.ts'
import type { TokenPair } from '#liquidity/request/TokenPair.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import type { PoolZap } from './inPool.ts'

export type EntryDeposit = Draft & {
  readonly amounts: Amounts
  /** Fees of the position that the deposit pays out. */
  readonly fees?: Amounts | undefined
  readonly minted: { readonly expectedLiquidity: bigint; readonly minimumLiquidity: bigint }
}

type Deposited = {
  readonly protocol: 'V3' | 'V4'
  readonly existingPool: PoolZap['existingPool']
  readonly tokenPair: TokenPair
  /** Both tokens as they leave the wallet. */
  readonly paying: readonly [Address, Address]
  readonly arrival: Arrival & { readonly added: Amounts }
  readonly now: number
}

/** The deposit after the swap: a new position, or more liquidity for the one that the request names. */
export function entryDeposit(chain: Chain, request: PoolZap, deposited: Deposited): Promise<EntryDeposit> {
  return request.tokenId === undefined ? mint(chain, request, deposited) : add(chain, request, deposited)
}

function mint(chain: Chain, request: PoolZap, deposited: Deposited): Promise<EntryDeposit> {
  const { protocol, existingPool, arrival, now } = deposited
  const asked = asDeposit(request, { protocol, existingPool, ...tokensOf(deposited) })
  return (protocol === 'V3' ? createV3 : createV4)(chain, asked, { now, arrival })
}

async function add(chain: Chain, request: PoolZap, deposited: Deposited): Promise<EntryDeposit> {
  const { protocol, existingPool, tokenPair, arrival, now } = deposited
  const unused = { v4BatchPermitData: undefined, signature: undefined, nativeTokenBalance: undefined }
  const { token0Address, token1Address } = existingPool
  const asked = {
    ...{ ...request, ...unused, ...tokensOf(deposited), protocol, token0Address, token1Address },
    nftTokenId: request.tokenId,
    permissioned: undefined,
    mandate: undefined,
  }
  const offer = { side: 'token0', amount: arrival.added.amount0, cap: arrival.added.amount1 } as const
  const increase = protocol === 'V3' ? increaseV3 : increaseV4
  const { minted, ...draft } = await increase(chain, asked, { tokenPair, offer, now, arrival })
  if (!minted) throw new TypeError('The liquidity was not planned.')
  return { ...draft, minted }
}

function tokensOf({ paying, arrival: { added } }: Deposited) {
  const token0 = { tokenAddress: paying[0], amount: added.amount0 }
  const token1 = { tokenAddress: paying[1], amount: added.amount1 }
  const [independentToken, dependentToken] = added.amount0 > 0n ? [token0, token1] : [token1, token0]
  return { independentToken, dependentToken }
}
