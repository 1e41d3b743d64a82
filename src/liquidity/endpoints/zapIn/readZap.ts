import { type Address, type Hex, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'
import { describeAmount, describeToken } from '#liquidity/answer/describe.ts'
import { requireTokens } from '#liquidity/checks/requireTokens.ts'
import { isListed, v4Of } from '#liquidity/deployment.ts'
import { readV4, type V4CreateRead } from '#liquidity/endpoints/create/readV4.ts'
import type { Offer } from '#liquidity/plans/Offer.ts'
import type { Holding, Token } from '#liquidity/pools/Snapshot.ts'
import { readSwappedPool, requirePlainPool } from '#liquidity/recipes/readSwappedPool.ts'
import type { TokenPair } from '#liquidity/request/TokenPair.ts'
import type { SwappedPool } from '#uniswap/exactIn.ts'
import type { PoolKey } from '#uniswap/PoolKey.ts'
import type { PoolZap } from './inPool.ts'

const INSTEAD = 'Swap first, then use /lp/create.'

type Intent = { readonly tokenPair: TokenPair; readonly offer: Offer; readonly router: Address }
export type PoolRead = V4CreateRead & { readonly swapped: SwappedPool }
export type ZapRead = PoolRead & { readonly paid: Holding }

/** Pool, ticks around its price, and wallet; refused if a swap and a deposit cannot be planned together. */
export async function readZap(chain: Chain, request: PoolZap, intent: Intent): Promise<ZapRead> {
  const { offer } = intent
  const read = await readPool(chain, request, { ...intent, zeroForOne: offer.side === 'token0' })
  return { ...read, paid: requirePaid(read, offer) }
}

type Swapping = Omit<Intent, 'offer'> & { readonly zeroForOne: boolean }

/** The same without the payment: the token that is swapped need not be in the wallet yet, but it must be trusted. */
export async function readPool(chain: Chain, request: PoolZap, swapping: Swapping): Promise<PoolRead> {
  const { tokenPair, router, zeroForOne } = swapping
  const id = requirePoolId(request.existingPool.poolReference)
  const wallet = { wallet: request.walletAddress, tokenPair, stated: undefined, spender: router }
  const read = await readV4(chain, { id, hasPermit: false }, wallet)
  const { key } = read.pool
  requireTokens(chain.facts, read.snapshot.holdings)
  requirePlannable(chain, key, read.manager)
  requireTrusted(chain, pairOf(read)[zeroForOne ? 0 : 1])
  const tick = read.snapshot.items[0]?.tick ?? 0
  const swapped = await readSwappedPool(chain, { id, key, tick }, zeroForOne)
  return { ...read, swapped }
}

export function pairOf({ snapshot }: V4CreateRead) {
  const [first, second] = snapshot.holdings
  if (!first || !second) throw new TypeError('The tokens were not read.')
  return [first.token, second.token] as const
}

export function requirePlannable(chain: Chain, key: PoolKey, manager: Address): void {
  requirePlainPool(key, INSTEAD)
  if (manager === v4Of(chain.facts).positionManager) return
  throw new ApiError(
    'failed_precondition',
    `The tokens of this pool are permissioned, so that a swap and a deposit cannot be planned together. ${INSTEAD}`,
    { details: [{ type: 'PERMISSIONED', value: manager }] },
  )
}

function requirePaid({ snapshot }: V4CreateRead, { side, amount }: Offer): Holding {
  const holding = snapshot.holdings[side === 'token0' ? 0 : 1]
  if (!holding) throw new TypeError('The wallet was not read.')
  const { token } = holding
  const balance = token.address === zeroAddress ? snapshot.nativeBalance : holding.balance
  if (balance >= amount) return holding
  throw new ApiError(
    'failed_precondition',
    `The wallet has ${describeAmount(balance, token)}, but needs ${describeAmount(amount, token)}. Send a smaller amount.`,
    { details: [{ type: 'INSUFFICIENT_LIQUIDITY', value: token.address }] },
  )
}

// The other token is in the position manager while this one, or the rest of it, is taken.
function requireTrusted({ facts }: Chain, token: Token): void {
  if (isListed(facts, token.address)) return
  throw new ApiError(
    'failed_precondition',
    `${describeToken(token)} is untrusted, and its code could take the other token in between. ${INSTEAD}`,
    { details: [{ type: 'UNLISTED_TOKEN', value: token.address }] },
  )
}

export function requirePoolId(reference: string): Hex {
  if (reference.length === 66) return reference.toLowerCase() as Hex
  throw invalidField('existingPool.poolReference', 'must be a pool id of 32 bytes')
}
