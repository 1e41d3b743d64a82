import type { Chains } from '#chain/createChains.ts'
import type { Operation } from '#core/Operation.ts'
import { checkApproval } from './checkApproval.ts'
import { claimFees } from './claimFees.ts'
import { create } from './create.ts'
import { createClassic } from './createClassic.ts'
import { decrease } from './decrease.ts'
import { increase } from './increase.ts'
import { poolInfo } from './poolInfo.ts'
import { positions } from './positions.ts'

type Needs = {
  readonly chains: Chains
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** The liquidity API: seven endpoints around unsigned transactions, and a list of a wallet's positions. */
export function operations(needs: Needs): Operation[] {
  return [
    checkApproval(needs),
    create(needs),
    createClassic(needs),
    increase(needs),
    decrease(needs),
    claimFees(needs),
    poolInfo(needs),
    positions(needs),
  ]
}
