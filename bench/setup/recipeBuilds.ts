import type { Address } from 'viem'
import * as router from '#liquidity/calldata/router.ts'
import * as v2 from '#liquidity/calldata/v2.ts'
import * as v3 from '#liquidity/calldata/v3.ts'
import * as v4 from '#liquidity/calldata/v4.ts'
import { planFeesOut } from '#liquidity/plans/FeesOut.ts'
import { ofBurn, ofFees, reinvest } from '#liquidity/plans/Reinvestment.ts'
import * as V3 from '#liquidity/plans/V3.ts'
import * as V4 from '#liquidity/plans/V4.ts'
import { planZapIn } from '#liquidity/plans/ZapIn.ts'
import { planZapOut } from '#liquidity/plans/ZapOut.ts'
import { planZapThrough } from '#liquidity/plans/ZapThrough.ts'
import { exactIn } from '#uniswap/exactIn.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import * as Tick from '#uniswap/Tick.ts'
import * as V2 from '#uniswap/V2.ts'
import { withoutLiquidity } from '#uniswap/withoutLiquidity.ts'
import { type BuildRequest, DEADLINE, token0, token1, WALLET } from './sdkBuilds.ts'

/** Plans and encodes each recipe from state in hand. */

const SLIPPAGE = 50_000_000n
const NATIVE: Address = '0x0000000000000000000000000000000000000000'
const key = { currency0: NATIVE, currency1: token1.address as Address, fee: 3000, tickSpacing: 60, hooks: NATIVE }
const tokens = { token0: token0.address as Address, token1: token1.address as Address }
const LIQUIDITY = 10n ** 22n
const OWNER: Address = WALLET

type Recipe = readonly [name: string, build: (request: BuildRequest) => string]

export const RECIPES: readonly Recipe[] = [
  ['compound v4', compoundV4],
  ['compound v3', compoundV3],
  ['re-range v4', rerangeV4],
  ['re-range v3', rerangeV3],
  ['zap in v4, over three segments', zapIn],
  ['zap in v4 from a token outside the pool, over three segments each', zapThrough],
  ['zap out v3, over three segments', zapOut],
  ['zap in v3, two transactions', zapInV3],
  ['zap in v2, two transactions', zapInV2],
  ['zap out v4, two transactions', zapOutV4],
  ['zap out v2, two transactions', zapOutV2],
  ['migrate v2 to v4, two transactions', migrateV2],
  ['migrate v3 to v4, two transactions', migrateV3],
  ['migrate v4 to another v4 pool', migrateV4],
  ['claim many v4, nine positions', claimManyV4],
  ['claim many v3 in native ETH, nine positions', claimManyV3],
  ['claim many v3 in one token, nine positions of three pools', feesOutV3],
]

function stateOf({ tick, tickLower, tickUpper, amount }: BuildRequest) {
  const sqrtRatioX96 = Tick.toSqrtRatio(tick)
  const bounds = Liquidity.boundsOf({ tickLower, tickUpper })
  return { sqrtRatioX96, bounds, fees: Liquidity.amountsDown(sqrtRatioX96, bounds, amount) }
}

function widerThan({ tickLower, tickUpper }: BuildRequest) {
  return { tickLower: tickLower - 600, tickUpper: tickUpper + 600 }
}

function compoundV4(request: BuildRequest): string {
  const { sqrtRatioX96, bounds, fees } = stateOf(request)
  const { liquidity, maxima } = reinvest({ sqrtRatioX96, bounds }, ofFees(fees), SLIPPAGE)
  return v4.compound({ positionId: 7n, ...key, liquidity, maxima, deadline: DEADLINE }).data
}

function compoundV3(request: BuildRequest): string {
  const { sqrtRatioX96, fees } = stateOf(request)
  const offer = { side: 'token0', amount: fees.amount0, cap: fees.amount1 } as const
  const terms = { positionId: 7n, deadline: DEADLINE }
  const plan = V3.increase({ ...request, ...terms, sqrtRatioX96, offer, slippage: SLIPPAGE })
  return v3.compound({ ...tokens, ...terms, desired: plan.limits, minima: plan.minima, recipient: OWNER, fees }).data
}

function rerangeV4(request: BuildRequest): string {
  const { sqrtRatioX96, bounds, fees } = stateOf(request)
  const range = widerThan(request)
  const funds = ofBurn(bounds, LIQUIDITY, fees)
  const plan = reinvest({ sqrtRatioX96, bounds: Liquidity.boundsOf(range) }, funds, SLIPPAGE)
  const minima = Slippage.burnMinima({ sqrtRatioX96, bounds, liquidity: LIQUIDITY }, plan.slippage)
  const { liquidity, maxima } = plan
  return v4.rerange({ ...range, key, positionId: 7n, minima, liquidity, maxima, owner: OWNER, deadline: DEADLINE }).data
}

function rerangeV3(request: BuildRequest): string {
  const { sqrtRatioX96, bounds, fees } = stateOf(request)
  const range = widerThan(request)
  const { amount0, amount1 } = ofBurn(bounds, LIQUIDITY, fees).at(sqrtRatioX96)
  const offer = { side: 'token0', amount: amount0, cap: amount1 } as const
  const terms = { slippage: SLIPPAGE, deadline: DEADLINE, wallet: OWNER, initialise: false }
  const plan = V3.create({ pool: { ...tokens, fee: 3000, sqrtRatioX96 }, offer, ...range, ...terms })
  const removed = Slippage.burnMinima({ sqrtRatioX96, bounds, liquidity: LIQUIDITY }, SLIPPAGE)
  const minted = { ...tokens, ...range, fee: 3000, desired: plan.limits, minima: plan.minima, recipient: OWNER }
  return v3.rerange({ ...minted, positionId: 7n, liquidity: LIQUIDITY, removed, deadline: DEADLINE }).data
}

function poolAround(tick: number) {
  const at = (distance: number) => Tick.snap(tick + distance, 60)
  const segments = [
    { tickLower: at(-12_000), tickUpper: at(-60), liquidity: LIQUIDITY },
    { tickLower: at(-60), tickUpper: at(120), liquidity: LIQUIDITY * 3n },
    { tickLower: at(120), tickUpper: at(12_000), liquidity: LIQUIDITY * 2n },
  ]
  const state = { sqrtRatioX96: Tick.toSqrtRatio(tick), currentTick: tick, liquidity: LIQUIDITY * 3n, segments }
  return { ...state, tickSpacing: 60, fee: 3000 }
}

function zapIn(request: BuildRequest): string {
  const { tick, tickLower, tickUpper, amount } = request
  const pool = poolAround(tick)
  const plan = planZapIn({ pool, held: { amount0: amount, amount1: 0n }, slippage: SLIPPAGE, tickLower, tickUpper })
  if (!plan) throw new Error('The zap has no plan.')
  const { liquidity, maxima, zeroForOne, amountIn: swapped, minimumOut, kept } = plan
  const mint = { key, tickLower, tickUpper, liquidity, maxima, owner: OWNER }
  return router.zapIn({ mint, zeroForOne, swapped, minimumOut, kept, manager: OWNER, deadline: DEADLINE }).data
}

function zapThrough({ tick, tickLower, tickUpper, amount }: BuildRequest): string {
  const pool = poolAround(tick)
  const range = { tickLower, tickUpper }
  const from = { pool, zeroForOne: false, amountIn: amount }
  const planned = planZapThrough({ from, to: { pool, zeroForOne: true }, range, slippage: SLIPPAGE })
  if (!planned) throw new Error('The zap has no plan.')
  const { liquidity, maxima, zeroForOne, amountIn: swapped, minimumOut, kept } = planned.plan
  const mint = { key, ...range, liquidity, maxima, owner: OWNER }
  const outside = { ...key, currency1: tokens.token0 }
  const first = { key: outside, zeroForOne: false, swapped: amount, minimumOut: planned.first.minimumOut }
  return router.zapIn({ mint, zeroForOne, swapped, minimumOut, kept, first, manager: OWNER, deadline: DEADLINE }).data
}

function zapOut(request: BuildRequest): string {
  const { tick, tickLower, tickUpper } = request
  const { fees } = stateOf(request)
  const liquidity = LIQUIDITY / 1000n
  const position = { tickLower, tickUpper, liquidity, fees }
  const plan = planZapOut({ pool: poolAround(tick), ...position, out: 'token1', slippage: SLIPPAGE })
  if (!plan) throw new Error('The zap-out has no plan.')
  const { minima, minimum } = plan
  const swapped = { token: tokens.token0, fee: 3000 }
  const paidOut = { token: tokens.token1, isUnwrapped: false, atLeast: minimum, wallet: OWNER }
  return router.zapOutV3({ positionId: 7n, liquidity, minima, router: OWNER, swapped, paidOut, deadline: DEADLINE })
    .data
}

const SWAPPED = { wallet: OWNER, deadline: DEADLINE }

function zapInV3({ tick, tickLower, tickUpper, amount }: BuildRequest): string {
  const plan = planZapIn({
    pool: poolAround(tick),
    held: { amount0: amount, amount1: 0n },
    slippage: SLIPPAGE,
    tickLower,
    tickUpper,
  })
  if (!plan) throw new Error('The zap has no plan.')
  const { amountIn, minimumOut, kept, sqrtRatioX96 } = plan
  const [token, received] = [tokens.token0, tokens.token1]
  const first = router.swapV3({ ...SWAPPED, token, received, fee: 3000, amountIn, minimumOut, isWrapped: false })
  const offer = { side: 'token0', amount: kept, cap: minimumOut } as const
  const terms = { slippage: SLIPPAGE, deadline: DEADLINE, wallet: OWNER, initialise: false }
  const pool = { ...tokens, fee: 3000, sqrtRatioX96 }
  return first.data + V3.create({ pool, offer, tickLower, tickUpper, ...terms }).payload.data
}

const RESERVES = { reserve0: 10n ** 24n, reserve1: 3n * 10n ** 24n }
const PATH = [tokens.token0, tokens.token1] as const

function zapInV2({ amount }: BuildRequest): string {
  const amountIn = V2.swapForDeposit(amount, RESERVES.reserve0)
  const out = V2.amountOut(amountIn, RESERVES.reserve0, RESERVES.reserve1)
  const ends = { recipient: OWNER, deadline: DEADLINE }
  const first = v2.swap({ path: PATH, amountIn, minimumOut: Slippage.less(out, SLIPPAGE), ...ends })
  const after = { reserve0: RESERVES.reserve0 + amountIn, reserve1: RESERVES.reserve1 - out }
  const desired = V2.deposit(amount - amountIn, Slippage.less(out, SLIPPAGE), after)
  return first.data + v2.add({ ...tokens, desired, minima: lessOf(desired), ...ends }).data
}

function lessOf({ amount0, amount1 }: Liquidity.Amounts): Liquidity.Amounts {
  return { amount0: Slippage.less(amount0, SLIPPAGE), amount1: Slippage.less(amount1, SLIPPAGE) }
}

function zapOutV4(request: BuildRequest): string {
  const { tick, tickLower, tickUpper } = request
  const liquidity = LIQUIDITY / 1000n
  const pool = poolAround(tick)
  const position = { tickLower, tickUpper, liquidity }
  const removed = { ...position, positionId: 7n, burn: false, slippage: SLIPPAGE, deadline: DEADLINE }
  const { payload, limits } = V4.decrease({ ...removed, pool: { key, sqrtRatioX96: pool.sqrtRatioX96 } })
  const amountIn = limits.amount0
  const out = exactIn(withoutLiquidity(pool, position), true, amountIn)
  if (!out) throw new Error('The zap-out has no plan.')
  const minimumOut = Slippage.less(out.amountOut, SLIPPAGE)
  return payload.data + router.swapV4({ key, zeroForOne: true, amountIn, minimumOut, ...SWAPPED }).data
}

function zapOutV2({ amount }: BuildRequest): string {
  const removed = V2.withdrawal(amount, RESERVES, RESERVES.reserve0)
  const minima = lessOf(removed)
  const ends = { recipient: OWNER, deadline: DEADLINE }
  const first = v2.remove({ ...tokens, liquidity: amount, minima, ...ends, feeOnTransfer: false })
  const [reserve0, reserve1] = [RESERVES.reserve0 - removed.amount0, RESERVES.reserve1 - removed.amount1]
  const out = V2.amountOut(minima.amount0, reserve0, reserve1)
  const minimumOut = Slippage.less(out, SLIPPAGE)
  return first.data + v2.swap({ path: PATH, amountIn: minima.amount0, minimumOut, ...ends }).data
}

function migrateV2(request: BuildRequest): string {
  const { tick, tickLower, tickUpper, amount: liquidity } = request
  const minima = lessOf(V2.withdrawal(liquidity, RESERVES, RESERVES.reserve0))
  const removed = { liquidity, minima, recipient: OWNER, deadline: DEADLINE, feeOnTransfer: false }
  const range = { pool: { key, sqrtRatioX96: Tick.toSqrtRatio(tick) }, tickLower, tickUpper }
  const offer = { side: 'token0', amount: minima.amount0, cap: minima.amount1, isCapped: true } as const
  const plan = V4.planDeposit({ ...range, offer, slippage: SLIPPAGE })
  const target = { owner: OWNER, initialise: false }
  return (
    v2.remove({ ...tokens, ...removed }).data + V4.encodeDeposit({ ...range, target, deadline: DEADLINE }, plan).data
  )
}

function migrateV3(request: BuildRequest): string {
  const { tick, tickLower, tickUpper } = request
  const { sqrtRatioX96, bounds } = stateOf(request)
  const minima = Slippage.burnMinima({ sqrtRatioX96, bounds, liquidity: LIQUIDITY }, SLIPPAGE)
  const removed = { positionId: 7n, liquidity: LIQUIDITY, minima, burn: false, recipient: OWNER }
  const range = { pool: { key, sqrtRatioX96: Tick.toSqrtRatio(tick) }, tickLower, tickUpper }
  const offer = { side: 'token0', amount: minima.amount0, cap: minima.amount1, isCapped: true } as const
  const plan = V4.planDeposit({ ...range, offer, slippage: SLIPPAGE })
  const target = { owner: OWNER, initialise: false }
  const deposit = V4.encodeDeposit({ ...range, target, deadline: DEADLINE }, plan)
  return v3.decrease({ ...removed, deadline: DEADLINE }).data + deposit.data
}

function migrateV4(request: BuildRequest): string {
  const { sqrtRatioX96, bounds, fees } = stateOf(request)
  const range = widerThan(request)
  const minima = Slippage.burnMinima({ sqrtRatioX96, bounds, liquidity: LIQUIDITY }, SLIPPAGE)
  const sure = ofFees({ amount0: minima.amount0 + fees.amount0, amount1: minima.amount1 + fees.amount1 })
  const { liquidity, maxima } = reinvest({ sqrtRatioX96, bounds: Liquidity.boundsOf(range) }, sure, SLIPPAGE)
  const other = { ...key, fee: 500, tickSpacing: 10 }
  const ends = { owner: OWNER, deadline: DEADLINE }
  return v4.rerange({ ...range, key: other, positionId: 7n, minima, liquidity, maxima, ...ends }).data
}

const NINE = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n]

function claimManyV4({ amount }: BuildRequest): string {
  const positionIds = NINE.map((id) => id + amount)
  return v4.claimMany({ positionIds, currencies: [NATIVE, tokens.token1], deadline: DEADLINE }).data
}

function claimManyV3({ amount }: BuildRequest): string {
  const wrapped = Slippage.less(amount, SLIPPAGE)
  const others = [{ token: tokens.token1, atLeast: wrapped }]
  return v3.claimManyUnwrapped(
    NINE.map((id) => id + amount),
    OWNER,
    { wrapped, others },
  ).data
}

function feesOutV3(request: BuildRequest): string {
  const { fees } = stateOf(request)
  const pool = poolAround(request.tick)
  const plans = [500, 3000, 10_000].map((fee) => ({
    fee,
    plan: planFeesOut({ pool: { ...pool, fee }, fees: [fees, fees, fees], zeroForOne: true, slippage: SLIPPAGE }),
  }))
  const pools = plans.map(({ fee, plan: { minimumOut } }, index) => ({
    positionIds: NINE.slice(3 * index, 3 * index + 3).map((id) => id + request.amount),
    swapped: { token: tokens.token0, fee, minimumOut },
  }))
  const total = plans.reduce((sum, { plan }) => sum + plan.kept + plan.expectedOut, 0n)
  const atLeast = Slippage.less(total, SLIPPAGE)
  const paidOut = { token: tokens.token1, isUnwrapped: false, atLeast, wallet: OWNER }
  return router.feesOutV3({ pools, router: OWNER, paidOut, others: [], deadline: DEADLINE }).data
}
