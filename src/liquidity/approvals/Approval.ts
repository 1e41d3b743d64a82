import { type Address, type Hex, zeroAddress } from 'viem'
import { divideUp, MAX_UINT160, MAX_UINT256, min } from '#core/bigint.ts'
import type { Grant } from '#core/Statement.ts'
import * as erc20 from '#liquidity/calldata/erc20.ts'
import * as permit2Calldata from '#liquidity/calldata/permit2.ts'
import type { Holding } from '#liquidity/pools/Snapshot.ts'

/** Five percent, so that the allowance still suffices if the price moves before the transaction is built. */
const HEADROOM_DIVISOR = 20n

const HOUR_SECONDS = 60n * 60n

/** The remaining lifetime an allowance at Permit2 needs: that of a transaction built now. */
export const LIVE_SECONDS = 30n * 60n

/** A token the wallet is about to spend. */
export type Spending = { readonly holding: Holding; readonly amount: bigint }
export type Approval = { readonly to: Address; readonly data: Hex; readonly isCancel: boolean; readonly grant: Grant }

/** The allowance granted for an amount: five percent more, never unlimited unless the amount is. */
export function withHeadroom(amount: bigint): bigint {
  const roomy = amount + divideUp(amount, HEADROOM_DIVISOR)
  return min(roomy, MAX_UINT256)
}

/** The spendings whose ERC-20 allowance falls short; native ETH needs none. */
export function shortOfAllowance(spendings: readonly Spending[]): Spending[] {
  return spendings.filter(
    ({ holding, amount }) => holding.token.address !== zeroAddress && amount > 0n && holding.allowance < amount,
  )
}

/** The spendings whose allowance at Permit2 falls short or ends too soon. */
export function shortOfPermit(spendings: readonly Spending[], until: bigint): Spending[] {
  return spendings.filter(({ holding, amount }) => {
    if (holding.token.address === zeroAddress || amount === 0n) return false
    return holding.permit.amount < capped(amount) || holding.permit.expiration < until
  })
}

/** The approval of one token, after a cancellation of the old allowance if `cancelFirst`. */
export function approve({ holding, amount }: Spending, spender: Address, cancelFirst: boolean): Approval[] {
  const to = holding.token.address
  const grant = approveExactly(to, spender, withHeadroom(amount))
  return cancelFirst ? [{ ...approveExactly(to, spender, 0n), isCancel: true }, grant] : [grant]
}

/** Permit2's own approval of one token for the position manager. */
export function approveAtPermit2(
  { holding, amount }: Spending,
  contracts: { permit2: Address; spender: Address },
  expiration: bigint,
): Approval {
  return exactlyAtPermit2(holding.token.address, contracts, { amount: withHeadroom(amount), until: expiration })
}

/** An amount as Permit2 can hold it. */
export function capped(amount: bigint): bigint {
  return min(amount, MAX_UINT160)
}

/** The approval of exactly this amount. */
export function approveExactly(token: Address, spender: Address, amount: bigint): Approval {
  return { to: token, data: erc20.approve(spender, amount), isCancel: false, grant: { token, spender, amount } }
}

/** Approvals of exactly the spendings, each after the cancellation of an allowance that falls short. */
export function approveSpendings(spendings: readonly Spending[], spender: Address): Approval[] {
  return shortOfAllowance(spendings).flatMap(({ holding, amount }) => {
    const token = holding.token.address
    const grant = approveExactly(token, spender, amount)
    return holding.allowance > 0n ? [{ ...approveExactly(token, spender, 0n), isCancel: true }, grant] : [grant]
  })
}

/** Approvals by which a spender takes exactly the spendings through Permit2, for an hour. */
export function approveForAnHour(
  spendings: readonly Spending[],
  { permit2, spender }: { permit2: Address; spender: Address },
  now: bigint,
): Approval[] {
  return [...approveSpendings(spendings, permit2), ...permitForAnHour(spendings, { permit2, spender }, now)]
}

/** The part of them that Permit2 keeps. */
export function permitForAnHour(
  spendings: readonly Spending[],
  { permit2, spender }: { permit2: Address; spender: Address },
  now: bigint,
): Approval[] {
  const until = now + HOUR_SECONDS
  return shortOfPermit(spendings, now + LIVE_SECONDS).map(({ holding, amount }) =>
    exactlyAtPermit2(holding.token.address, { permit2, spender }, { amount, until }),
  )
}

function exactlyAtPermit2(
  token: Address,
  { permit2, spender }: { permit2: Address; spender: Address },
  { amount, until }: { amount: bigint; until: bigint },
): Approval {
  return {
    to: permit2,
    data: permit2Calldata.approve(token, spender, { amount: capped(amount), expiration: until }),
    isCancel: false,
    grant: { token, spender, amount: capped(amount), until },
  }
}

/** The approval of one position. */
export function approvePosition(manager: Address, spender: Address, tokenId: bigint): Approval {
  return {
    to: manager,
    data: erc20.approve(spender, tokenId),
    isCancel: false,
    grant: { token: manager, spender, tokenId },
  }
}
