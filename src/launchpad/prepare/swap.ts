import { type Address, decodeFunctionResult, encodeFunctionData, erc20Abi, parseAbi, zeroAddress } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import type { Context } from '#launchpad/Context.ts'
import * as Curve from '#launchpad/contract/Curve.ts'
import { deploymentOf, quotePool } from '#launchpad/quotes/quotePool.ts'
import { WARNINGS } from '#launchpad/wire/warnings.ts'
import { GAS, inEth, inTokens, type Plan, type Step } from './Plan.ts'
import { routerSwap } from './routerSwap.ts'
import { deadlineOf, describeRecipient } from './Trade.ts'

type SwapRequest = {
  token: Address
  from: Address
  side: 'buy' | 'sell'
  amount: bigint
  slippageBps: number
  recipient?: Address | undefined
  deadline?: number | undefined
}

const permit2Abi = parseAbi([
  'function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])
const VALID_SECONDS = 1_800

/** A trade in the pool of a graduated token through Universal Router, with the approvals that a sale still needs. */
export async function swap(context: Context, request: SwapRequest): Promise<Plan> {
  const { token, from, side, amount, slippageBps, recipient } = request
  const { router } = deploymentOf(context)
  const isBuy = side === 'buy'
  const { quote, at } = await quotePool(context, { token, side, amount, slippageBps })
  const deadline = BigInt(deadlineOf(request.deadline, at) ?? at + VALID_SECONDS)
  const factory = context.factory.address
  const { minOut } = quote
  const data = routerSwap({ token, factory, isBuy, amountIn: amount, minOut, recipient: recipient ?? from, deadline })
  const trade = isBuy
    ? `Buys ${inTokens(quote.amountOut)} of ${token} for ${inEth(amount)}, at least ${inTokens(minOut)}`
    : `Sells ${inTokens(amount)} of ${token} for ${inEth(quote.amountOut)}, at least ${inEth(minOut)}`
  return {
    to: router,
    data,
    value: isBuy ? amount : 0n,
    stated: {
      limits: {
        pay: [{ token: isBuy ? zeroAddress : token, atMost: amount }],
        receive: [{ token: isBuy ? token : zeroAddress, atLeast: minOut }],
      },
      recipient,
      call: 'execute',
      terms: { ...poolTerms(token, factory), zeroForOne: isBuy, amountIn: amount, maxAmount: amount, deadline },
    },
    summary: `${trade} or nothing happens, in its Uniswap v4 pool (fee 1% included), through Universal Router.${describeRecipient(recipient, from)}`,
    gasMin: GAS.swap,
    warnings: [...WARNINGS.token, ...WARNINGS.pool, ...WARNINGS.chain],
    quote: { quote, slippageBps, at },
    before: isBuy ? [] : await approvals(context, { token, from, amount, deadline }),
  }
}

function poolTerms(token: Address, factory: Address) {
  const { fee, tickSpacing } = Curve.pool
  return { currency0: zeroAddress, currency1: token, fee, tickSpacing, hooks: factory }
}

/** The router takes tokens through Permit2, so the token must approve Permit2, and Permit2 the router. */
async function approvals(
  context: Context,
  { token, from, amount, deadline }: { token: Address; from: Address; amount: bigint; deadline: bigint },
): Promise<Step[]> {
  const { router, permit2 } = deploymentOf(context)
  const held = await readAllowances(context, { token, from })
  if (held.balance < amount)
    throw new ApiError(
      'failed_precondition',
      `${from} has ${inTokens(held.balance)}, not the ${inTokens(amount)} needed. Send less.`,
      { details: [{ type: 'field', value: 'amount' }] },
    )
  const toPermit2 = {
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [permit2, amount] }),
    value: 0n,
    stated: { call: 'approve', approvals: [{ token, spender: permit2, amount }] },
    summary: `Approves Permit2 (${permit2}) to move ${inTokens(amount)} of ${token}.`,
    gasMin: GAS.approve,
  }
  const toRouter = {
    to: permit2,
    data: encodeFunctionData({
      abi: permit2Abi,
      functionName: 'approve',
      args: [token, router, amount, Number(deadline)],
    }),
    value: 0n,
    stated: { call: 'approve', approvals: [{ token, spender: router, amount, until: deadline }] },
    summary: `Allows Universal Router (${router}) to take ${inTokens(amount)} of ${token} through Permit2 until ${new Date(Number(deadline) * 1000).toISOString()}.`,
    gasMin: GAS.approve,
  }
  const isRouterAllowed = held.router.amount >= amount && BigInt(held.router.expiration) >= deadline
  return [...(held.permit2 >= amount ? [] : [toPermit2]), ...(isRouterAllowed ? [] : [toRouter])]
}

type Allowances = { balance: bigint; permit2: bigint; router: { amount: bigint; expiration: number } }

async function readAllowances(
  context: Context,
  { token, from }: { token: Address; from: Address },
): Promise<Allowances> {
  const { router, permit2 } = deploymentOf(context)
  const balance = { abi: erc20Abi, functionName: 'balanceOf', args: [from] } as const
  const approved = { abi: erc20Abi, functionName: 'allowance', args: [from, permit2] } as const
  const allowed = { abi: permit2Abi, functionName: 'allowance', args: [from, token, router] } as const
  const { results } = await context.chain.read([
    { to: token, data: encodeFunctionData(balance) },
    { to: token, data: encodeFunctionData(approved) },
    { to: permit2, data: encodeFunctionData(allowed) },
  ])
  const [first, second, third] = results
  if (!first?.ok || !second?.ok || !third?.ok)
    throw new ApiError('unavailable', 'The token or Permit2 did not respond. Try again shortly.')
  const [amount, expiration] = decodeFunctionResult({ ...allowed, data: third.data })
  return {
    balance: decodeFunctionResult({ ...balance, data: first.data }),
    permit2: decodeFunctionResult({ ...approved, data: second.data }),
    router: { amount, expiration },
  }
}
