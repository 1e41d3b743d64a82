import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import { describeToken } from '#liquidity/answer/describe.ts'
import { type Deposit, pairOf, spendable } from '#liquidity/deposits/Deposit.ts'
import { arrivingParts, percentOf, WHOLE } from './transferTax.ts'

type TaxedDeposit = {
  readonly deposit: Deposit
  readonly wallet: Address
  /** The receiver of the tokens. */
  readonly holder: Address
  /** The contract that calls transferFrom. */
  readonly spender: Address
}

/** Refuses a deposit of tokens with a transfer fee: v3 and v4 pools check the amount that arrives. */
export async function requireUntaxed(
  chain: Chain,
  protocol: 'V3' | 'V4',
  { deposit, wallet, holder, spender }: TaxedDeposit,
): Promise<void> {
  const { token0, token1 } = deposit.tokenPair
  const transfer = { from: wallet, to: holder, token0, token1, amounts: spendable(deposit), spender }
  const parts = await arrivingParts(chain, { ...transfer, isAtRisk: false })
  const index = parts.findIndex((part) => part !== undefined && part < WHOLE)
  const token = pairOf(deposit)[index]
  if (!token) return
  throw new ApiError(
    'failed_precondition',
    `${describeToken(token)} keeps ${percentOf(parts[index])} % of each transfer of this size, and ${protocol} pools do not support tokens with a transfer fee. Use V2 (/lp/create_classic).`,
    { details: [{ type: 'FEE_ON_TRANSFER', value: token.address }] },
  )
}
