import type { Address } from 'viem'
import type { Chains } from '#chain/createChains.ts'
import type { Operation } from '#core/Operation.ts'
import { checkApproval } from '#liquidity/endpoints/approval/checkApproval.ts'
import { claimFees } from '#liquidity/endpoints/claim/claimFees.ts'
import { create } from '#liquidity/endpoints/create/create.ts'
import { createClassic } from '#liquidity/endpoints/createClassic.ts'
import { decrease } from '#liquidity/endpoints/decrease/decrease.ts'
import { increase } from '#liquidity/endpoints/increase/increase.ts'
import { depth } from '#liquidity/endpoints/pools/depth.ts'
import { poolInfo } from '#liquidity/endpoints/pools/poolInfo.ts'
import { pools } from '#liquidity/endpoints/pools/pools.ts'
import { positions } from '#liquidity/endpoints/positions/positions.ts'

type Needs = {
  readonly chains: Chains
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A page that explains how a wallet is admitted to a permissioned token whose issuer has no configured page. */
  readonly admissionUrl: (chainId: number, token: Address, wallet: Address) => string
}

/** The liquidity API: seven endpoints around unsigned transactions, and reads of pools, their depth and a wallet's positions. */
export function operations(needs: Needs): Operation[] {
  return [
    checkApproval(needs),
    create(needs),
    createClassic(needs),
    increase(needs),
    decrease(needs),
    claimFees(needs),
    poolInfo(needs),
    pools(needs),
    depth(needs),
    positions(needs),
  ]
}
