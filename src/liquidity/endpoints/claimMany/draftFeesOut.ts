import { type Address, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import { describeAmount } from '#liquidity/answer/describe.ts'
import type { Warning } from '#liquidity/answer/Limits.ts'
import { approvePosition } from '#liquidity/approvals/Approval.ts'
import * as calldata from '#liquidity/calldata/router.ts'
import { isListed, named, v3Of } from '#liquidity/deployment.ts'
import { type Out, outOf } from '#liquidity/endpoints/zapOut/outOf.ts'
import { readExit } from '#liquidity/endpoints/zapOut/readExit.ts'
import { type FeesOutPlan, planFeesOut } from '#liquidity/plans/FeesOut.ts'
import type { V3Position } from '#liquidity/pools/readV3Positions.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import { impactWarnings, swapGuard, toSwap } from '#liquidity/recipes/swap.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import type { Claimable } from './Claimable.ts'
import type { ClaimTerms, FeesSwap, Group, GroupDraft } from './draftGroup.ts'

type Exit = { readonly position: V3Position } & Awaited<ReturnType<typeof readExit>>
type PoolOut = {
  readonly exits: readonly Exit[]
  readonly out: Out
  readonly fee: number
  readonly plan: FeesOutPlan
}
type Sum = { readonly token: Token; readonly amount: bigint }

/** The transaction that turns the fees of a group of v3 positions into one token, through the router. */
export async function draftFeesOut(
  chain: Chain,
  group: Group,
  { wallet, block, deadline, swap }: ClaimTerms & { readonly swap: FeesSwap },
): Promise<GroupDraft> {
  const { router, slippage } = swap
  const pools = await readPools(chain, group, { ...swap, wallet })
  const exits = pools.flatMap((pool) => pool.exits)
  const { token, shown, isUnwrapped } = (pools[0] as PoolOut).out
  const total = pools.reduce((sum, { plan }) => sum + plan.kept + plan.expectedOut, 0n)
  if (total === 0n) throw nothingSwapped(shown)
  const atLeast = Slippage.less(total, slippage)
  const swaps = pools.filter(({ plan }) => plan.expectedOut > 0n)
  const rests = restsOf(pools)
  const { positionManager } = v3Of(chain.facts)
  const enforced = isListed(chain.facts, token.address)
  return {
    to: router,
    ...encode(pools, { router, deadline, paidOut: { token: token.address, isUnwrapped, atLeast, wallet } }),
    block,
    summary: summaryOf(chain, exits, { total, atLeast, shown }),
    limits: {
      pay: [],
      receive: [{ token: shown.address, atLeast, enforced, ...(!enforced && { heldBy: 'pool' as const }) }],
    },
    warnings: [
      ...distinct(exits.flatMap(({ warnings }) => warnings)),
      ...swaps.flatMap(({ plan }) => impactWarnings(plan)),
    ],
    approvals: () =>
      exits
        .filter(({ isApproved }) => !isApproved)
        .map(({ position }) => approvePosition(positionManager, router, position.id)),
    tokens: tokensOf(pools),
    received: [{ token: shown, amount: total }, ...rests]
      .filter(({ amount }) => amount > 0n)
      .map((sum) => ({ token: sum.token.address, amount: sum.amount })),
    swaps: swaps.map(({ plan, out }) => ({
      ...toSwap(plan, { tokenIn: out.other.address, tokenOut: out.token.address }),
      minimumOut: plan.minimumOut.toString(),
    })),
    guards: [totalGuard(atLeast, shown), ...swaps.map(({ plan, out }) => swapGuard(plan.minimumOut, out.token))],
  }
}

/** The positions by pool, each pool with the swap of its fees. */
async function readPools(
  chain: Chain,
  group: readonly Claimable[],
  { wallet, router, tokenOut, slippage }: FeesSwap & { readonly wallet: Address },
): Promise<PoolOut[]> {
  const positions = group.map(({ position }) => position).filter((position) => 'pool' in position)
  const exits = await Promise.all(
    positions.map(async (position) => ({ position, ...(await readExit(chain, position, { wallet, router })) })),
  )
  const byPool = Map.groupBy(exits, ({ position }) => position.pool)
  return [...byPool.values()].map((same) => {
    const { position, pool } = same[0] as Exit
    const out = outOf(chain, { protocol: 'V3', ...position }, tokenOut)
    const fees = same.map((exit) => exit.position.fees)
    const plan = planFeesOut({ pool, fees, zeroForOne: out.side === 'token1', slippage })
    return { exits: same, out, fee: position.fee, plan }
  })
}

type Encoded = Pick<calldata.FeesOutV3, 'router' | 'deadline' | 'paidOut'>

/** The calldata, and the statement that it is checked against. */
function encode(pools: readonly PoolOut[], { router, deadline, paidOut }: Encoded) {
  const swapped = pools.map(({ out, fee, plan: { expectedOut, minimumOut } }) =>
    expectedOut > 0n ? { token: out.other.address, fee, minimumOut } : undefined,
  )
  const ids = pools.map(({ exits }) => exits.map(({ position }) => position.id))
  const others = restsOf(pools).map(({ token }) => token.address)
  const collected = ids.map((positionIds, index) => ({ positionIds, swapped: swapped[index] }))
  const swaps = swapped.filter((each) => each !== undefined)
  return {
    payload: calldata.feesOutV3({ pools: collected, router, paidOut, others, deadline }),
    stated: {
      deadline,
      positionIds: ids.flat(),
      moves: [],
      ...(swaps.length > 0 && {
        terms: {
          path: swaps.map((each) => calldata.pathOf(each, paidOut.token)),
          amountIn: calldata.WHOLE_BALANCE,
          amountOutMinimum: swaps.map(({ minimumOut }) => minimumOut),
        },
      }),
      feesOut: {
        pools: collected.map((pool) => ({ count: pool.positionIds.length, swapped: pool.swapped })),
        paidOut,
        others,
      },
    },
  }
}

// A token without a swap is paid out too, because fees in it may accrue before the transaction is mined.
function restsOf(pools: readonly PoolOut[]): Sum[] {
  const unswapped = pools.filter(({ plan }) => plan.expectedOut === 0n)
  const byToken = Map.groupBy(unswapped, ({ out }) => out.other.address)
  return [...byToken.values()].map((same) => ({
    token: (same[0] as PoolOut).out.other,
    amount: same.reduce((sum, { plan }) => sum + plan.amountIn, 0n),
  }))
}

function tokensOf(pools: readonly PoolOut[]): Token[] {
  const all = pools.flatMap(({ out }) => [out.token, out.other])
  return [...new Map(all.map((token) => [token.address, token])).values()].filter(
    ({ address }) => address !== zeroAddress,
  )
}

function distinct(warnings: readonly Warning[]): Warning[] {
  return [...new Map(warnings.map((warning) => [warning.message, warning])).values()]
}

type Paid = { readonly total: bigint; readonly atLeast: bigint; readonly shown: Token }

function summaryOf({ facts }: Chain, exits: readonly Exit[], { total, atLeast, shown }: Paid): string {
  const ids = exits.map(({ position }) => position.id).join(', ')
  const what = exits.length === 1 ? 'position' : 'positions'
  return (
    `Turn the fees of V3 ${what} ${ids} on ${named(facts)} into one token: collect them, swap the others in their pools, ` +
    `and receive ${describeAmount(total, shown)} in all, at least ${describeAmount(atLeast, shown)}.`
  )
}

function totalGuard(atLeast: bigint, shown: Token): Warning {
  const message = `It reverts if less than ${describeAmount(atLeast, shown)} reaches the wallet, fees and swaps together.`
  return { code: 'MINIMUM_RECEIVED', message }
}

function nothingSwapped(shown: Token): ApiError {
  return new ApiError(
    'failed_precondition',
    `The fees are too small to be swapped for ${shown.symbol}. Leave tokenOutAddress out.`,
    {
      details: [{ type: 'NO_SWAP', value: shown.address }],
    },
  )
}
