import { type Address, decodeFunctionResult, encodeFunctionData, parseAbi, zeroAddress } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import { BPS } from '#core/bigint.ts'
import type { Context } from '#launchpad/Context.ts'
import * as Curve from '#launchpad/contract/Curve.ts'
import { nextBlockTime } from '#launchpad/contract/Opening.ts'
import { poolIdOf } from '#launchpad/contract/poolIdOf.ts'
import type * as Quote from './Quote.ts'

type PoolTrade = { token: Address; side: Quote.Side; amount: bigint; slippageBps: number }

const quoterAbi = parseAbi([
  'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
  'struct Single { PoolKey poolKey; bool zeroForOne; uint128 exactAmount; bytes hookData; }',
  'function quoteExactInputSingle(Single params) returns (uint256 amountOut, uint256 gasEstimate)',
])
const stateViewAbi = parseAbi([
  'function getSlot0(bytes32 poolId) view returns (uint160 sqrtPriceX96, int24 tick, uint24 protocolFee, uint24 lpFee)',
])
const MILLION = 1_000_000n
const ONE = 10n ** 18n
const AMOUNT_MAX = (1n << 127n) - 1n

/** `at` is the time in seconds that the quote is computed for. */
type PoolQuote = { quote: Quote.Quote; block: bigint; at: number }

/** A trade in the pool of a graduated token, quoted by Uniswap's own quoter. */
export async function quotePool(context: Context, trade: PoolTrade): Promise<PoolQuote> {
  const { token, side, amount, slippageBps } = trade
  if (amount === 0n || amount > AMOUNT_MAX) throw refusal('amount', 'must be more than zero and fit into 127 bits')
  const { chain, factory } = context
  const v4 = deploymentOf(context)
  const key = poolKeyOf(token, factory.address)
  const single = { poolKey: key, zeroForOne: side === 'buy', exactAmount: amount, hookData: '0x' as const }
  const quoting = { abi: quoterAbi, functionName: 'quoteExactInputSingle', args: [single] } as const
  const pricing = {
    abi: stateViewAbi,
    functionName: 'getSlot0',
    args: [poolIdOf(token, factory.address)],
  } as const
  const { results, block } = await chain.read([
    { to: v4.quoter, data: encodeFunctionData(quoting) },
    { to: v4.stateView, data: encodeFunctionData(pricing) },
  ])
  const [quoted, priced] = results
  if (!quoted?.ok || !priced?.ok) throw refusal('amount', 'is more than the pool can fill: send less')
  const [amountOut] = decodeFunctionResult({ ...quoting, data: quoted.data })
  const [sqrtPriceX96] = decodeFunctionResult({ ...pricing, data: priced.data })
  if (amountOut === 0n) throw refusal('amount', 'is too small to return anything: send more')
  const at = nextBlockTime(Number(block.timestamp), context.now())
  return { quote: toQuote({ side, amount, amountOut, sqrtPriceX96, slippageBps }), block: block.number, at }
}

function poolKeyOf(token: Address, factory: Address) {
  const { fee, tickSpacing } = Curve.pool
  return { currency0: zeroAddress, currency1: token, fee, tickSpacing, hooks: factory }
}

/** Uniswap's contracts on this chain; throws if they are not known. */
export function deploymentOf({ chain }: Context) {
  const { v4, universalRouter } = chain.facts.uniswap
  if (v4 && universalRouter) return { ...v4, router: universalRouter.address, permit2: chain.facts.permit2 }
  throw new ApiError(
    'failed_precondition',
    'Graduated tokens cannot be traded here: Uniswap v4 or its router is not known on this chain.',
  )
}

type QuoterAnswer = { side: Quote.Side; amount: bigint; amountOut: bigint; sqrtPriceX96: bigint; slippageBps: number }

function toQuote({ side, amount, amountOut, sqrtPriceX96, slippageBps }: QuoterAnswer): Quote.Quote {
  const price = Curve.poolPrice(sqrtPriceX96)
  const fee = amount - (amount * (MILLION - BigInt(Curve.pool.fee))) / MILLION
  const net = amount - fee
  const ideal = side === 'buy' ? (net * ONE) / price : (net * price) / ONE
  return {
    venue: 'pool',
    side,
    amountIn: amount,
    amountOut,
    minOut: Curve.minOut(amountOut, slippageBps),
    fee: side === 'buy' ? fee : null,
    ethUsed: side === 'buy' ? amount : 0n,
    refund: 0n,
    priceBefore: price,
    priceAfter: null,
    priceImpactBps: ideal > amountOut ? Number(((ideal - amountOut) * BPS) / ideal) : 0,
    graduates: false,
    withheld: 0n,
    opening: null,
  }
}

function refusal(field: string, problem: string): ApiError {
  return new ApiError('failed_precondition', `${field} ${problem}.`, { details: [{ type: 'field', value: field }] })
}
