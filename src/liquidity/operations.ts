import type { Operation } from '#core/Operation.ts'
import type { Context } from '#liquidity/Context.ts'
import { checkApproval } from '#liquidity/endpoints/approval/checkApproval.ts'
import { claimFees } from '#liquidity/endpoints/claim/claimFees.ts'
import { claimMany } from '#liquidity/endpoints/claimMany/claimMany.ts'
import { compound } from '#liquidity/endpoints/compound/compound.ts'
import { create } from '#liquidity/endpoints/create/create.ts'
import { createClassic } from '#liquidity/endpoints/createClassic.ts'
import { decrease } from '#liquidity/endpoints/decrease/decrease.ts'
import { increase } from '#liquidity/endpoints/increase/increase.ts'
import { migrate } from '#liquidity/endpoints/migrate/migrate.ts'
import { depth } from '#liquidity/endpoints/pools/depth.ts'
import { poolInfo } from '#liquidity/endpoints/pools/poolInfo.ts'
import { pools } from '#liquidity/endpoints/pools/pools.ts'
import { positions } from '#liquidity/endpoints/positions/positions.ts'
import { rerange } from '#liquidity/endpoints/rerange/rerange.ts'
import { receipt } from '#liquidity/endpoints/wallet/receipt.ts'
import { tokens } from '#liquidity/endpoints/wallet/tokens.ts'
import { zapIn } from '#liquidity/endpoints/zapIn/zapIn.ts'
import { zapOut } from '#liquidity/endpoints/zapOut/zapOut.ts'

/** The liquidity API: unsigned transactions, and reads of pools, depth and positions. */
export function operations(context: Context): Operation[] {
  return [
    checkApproval(context),
    create(context),
    createClassic(context),
    increase(context),
    decrease(context),
    claimFees(context),
    claimMany(context),
    compound(context),
    rerange(context),
    zapIn(context),
    zapOut(context),
    migrate(context),
    poolInfo(context),
    pools(context),
    depth(context),
    positions(context),
    tokens(context),
    receipt(context),
  ]
}
