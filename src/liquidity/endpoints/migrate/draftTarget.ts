import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { invalidField } from '#core/ApiError.ts'
import { approveForAnHour, approveSpendings } from '#liquidity/approvals/Approval.ts'
import type { Draft } from '#liquidity/deposits/Draft.ts'
import { draftPairDeposit } from '#liquidity/deposits/draftPairDeposit.ts'
import type { CreateDraft } from '#liquidity/endpoints/create/CreateDraft.ts'
import { createV3 } from '#liquidity/endpoints/create/v3.ts'
import { createV4 } from '#liquidity/endpoints/create/v4.ts'
import { readHoldings } from '#liquidity/pools/readHoldings.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import { asDeposit } from '#liquidity/recipes/asDeposit.ts'
import { mostOf, spendingsOf } from '#liquidity/recipes/moves.ts'
import { needsSwap } from '#liquidity/recipes/needsSwap.ts'
import { type Terms, toSeconds } from '#liquidity/request/Terms.ts'
import { type TokenPair, tokenPairOf } from '#liquidity/request/TokenPair.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import type { MigrateRequest } from './request.ts'
import { targetPool } from './targetPool.ts'

type Arriving = {
  /** The tokens as they leave the wallet, in the order of the pool. */
  readonly entering: readonly [Address, Address]
  readonly amounts: Amounts
  /** The two tokens in the order of the pool. */
  readonly pair: { readonly token0: Token; readonly token1: Token }
  readonly terms: Terms
  readonly now: number
}
type Target = Draft & {
  readonly amounts: Amounts
  readonly slippage: bigint
  /** The price of the pool, in the order of its tokens. */
  readonly sqrtRatioX96: bigint
  /** Absent for v2. */
  readonly created?: Pick<CreateDraft, 'range' | 'minted'>
}

/** The deposit of exactly the amounts that arrive in the wallet, into the pool that the liquidity moves to. */
export async function draftTarget(chain: Chain, request: MigrateRequest, arriving: Arriving): Promise<Target> {
  const { entering, now } = arriving
  const names = { token0Address: entering[0], token1Address: entering[1] }
  const tokenPair = tokenPairOf(chain.facts, request.targetProtocol, names)
  const draft = await depositOf(chain, request, { ...arriving, names, tokenPair })
  const holdings = await readAllowances(chain, request, { tokenPair, to: draft.to })
  const spent = spendingsOf(holdings, mostOf(draft), tokenPair.native)
  const { permit2 } = chain.facts
  const approvals =
    request.targetProtocol === 'V4'
      ? () => approveForAnHour(spent, { permit2, spender: draft.to }, toSeconds(now))
      : () => approveSpendings(spent, draft.to)
  return { ...draft, approvals }
}

type Names = { readonly token0Address: Address; readonly token1Address: Address }
type Deposited = Arriving & { readonly names: Names; readonly tokenPair: TokenPair }

function depositOf(chain: Chain, request: MigrateRequest, deposited: Deposited): Promise<Target> {
  const { targetProtocol: protocol } = request
  return protocol === 'V2' ? addToPair(chain, request, deposited) : mint(chain, { ...request, protocol }, deposited)
}

async function addToPair(chain: Chain, request: MigrateRequest, deposited: Deposited): Promise<Target> {
  const { tokenPair, amounts, terms } = deposited
  if (amounts.amount0 === 0n || amounts.amount1 === 0n) throw needsSwap(deposited.pair, amounts)
  const { walletAddress: wallet, existingPool } = request
  const draft = await draftPairDeposit(chain, {
    ...{ tokenPair, terms, wallet, mustExist: true },
    offer: { side: 'token0', amount: amounts.amount0, cap: amounts.amount1 },
    arrival: { amounts },
  })
  const pair = draft.limits.receive[0]?.token
  if (pair?.toLowerCase() === existingPool?.poolReference.toLowerCase()) return draft
  throw invalidField('existingPool.poolReference', `is not the pair of these tokens. Send ${pair}`)
}

type Minting = MigrateRequest & { readonly protocol: 'V3' | 'V4' }

async function mint(chain: Chain, request: Minting, { names, tokenPair, amounts, now }: Deposited): Promise<Target> {
  const { protocol, existingPool, newPool } = request
  if (protocol === 'V4') targetPool(chain, request, tokenPair)
  const token0 = { tokenAddress: names.token0Address, amount: amounts.amount0 }
  const token1 = { tokenAddress: names.token1Address, amount: amounts.amount1 }
  const [independentToken, dependentToken] = amounts.amount0 > 0n ? [token0, token1] : [token1, token0]
  const asked = asDeposit(request, {
    ...{ protocol, independentToken, dependentToken },
    existingPool: existingPool && { ...existingPool, ...names },
    newPool: newPool && { ...newPool, ...names },
  })
  const arrival = { amounts, added: amounts }
  const draft = await (protocol === 'V3' ? createV3 : createV4)(chain, asked, { now, arrival })
  return { ...draft, created: draft }
}

type Allowed = { readonly tokenPair: TokenPair; readonly to: Address }

async function readAllowances(chain: Chain, request: MigrateRequest, { tokenPair, to }: Allowed) {
  const { walletAddress: wallet, targetProtocol } = request
  const tokens = [tokenPair.token0, tokenPair.token1]
  const allowed = targetProtocol === 'V4' ? { spender: chain.facts.permit2, permit2Spender: to } : { spender: to }
  return (await readHoldings(chain, { wallet, tokens, ...allowed })).holdings
}
