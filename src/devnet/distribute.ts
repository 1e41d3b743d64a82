import { type Address, encodeFunctionData, type Hex, parseUnits } from 'viem'
import { erc20Abi, multicall3Abi } from './abis.ts'
import { MULTICALL3, WETH } from './addresses.ts'
import type { Call } from './Call.ts'
import type { Token } from './tokens.ts'

/** An amount of whole tokens for an account. */
export type Grant = { token: Token; to: Address; whole: string }

type Step = { target: Address; allowFailure: false; value: bigint; callData: Hex }

/** One transaction that pays every grant, plus ETH: tokens with a public mint are minted, ETH is wrapped. */
export function distribute(grants: readonly Grant[], ether?: { to: Address; amount: bigint }): Call {
  const wrapped = grants.filter(({ token }) => token.address === WETH)
  const toWrap = wrapped.reduce((sum, grant) => sum + amount(grant), 0n)
  const wrap = step(WETH, encodeFunctionData({ abi: erc20Abi, functionName: 'deposit' }), toWrap)
  const steps = [wrap, ...grants.map(give), ...(ether ? [step(ether.to, '0x', ether.amount)] : [])]
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3Value', args: [steps] })
  return { to: MULTICALL3, value: toWrap + (ether?.amount ?? 0n), data }
}

/** The grant in the token's smallest unit. */
export function amount({ token, whole }: Grant): bigint {
  return parseUnits(whole, token.decimals)
}

function give(grant: Grant): Step {
  const functionName = grant.token.address === WETH ? 'transfer' : 'mint'
  return step(grant.token.address, encodeFunctionData({ abi: erc20Abi, functionName, args: [grant.to, amount(grant)] }))
}

function step(target: Address, callData: Hex, value = 0n): Step {
  return { target, allowFailure: false, value, callData }
}
