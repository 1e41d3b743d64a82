import { type Address, decodeAbiParameters, decodeFunctionResult, encodeFunctionData, erc20Abi } from 'viem'
import type { Context } from '#launchpad/Context.ts'
import { feeSplitAbi, launchpadAbi } from '#launchpad/contract/abi.ts'
import { readCreatorTokens } from './readCreatorTokens.ts'

export type SplitPayment = { amount: bigint; tokenAmount: bigint }

type SplitOfToken = { token: Address; split: Address }

/** The amounts that a claim of a fee split divides now: its fees, and its own balance less its debts. Undefined if it may not claim. */
export async function readSplitPayment(context: Context, of: SplitOfToken): Promise<SplitPayment | undefined> {
  const { chain, factory } = context
  const { token, split } = of
  const args = [token, split] as const
  const data = encodeFunctionData({ abi: launchpadAbi, functionName: 'claimCreatorFees', args })
  const [{ results }, tokens, unowed] = await Promise.all([
    chain.simulate({ from: split, calls: [{ to: factory.address, data }] }),
    readCreatorTokens(context, token),
    readUnowed(context, of),
  ])
  if (!results[0]?.ok || !unowed) return undefined
  const [claimed] = decodeAbiParameters([{ type: 'uint256' }], results[0].returnData)
  return { amount: claimed + unowed.eth, tokenAmount: tokens + unowed.tokens }
}

async function readUnowed({ chain }: Context, { token, split }: SplitOfToken) {
  const owed = { abi: feeSplitAbi, functionName: 'totalOwed' } as const
  const balance = { abi: erc20Abi, functionName: 'balanceOf', args: [split] } as const
  const [{ results }, eth] = await Promise.all([
    chain.read([
      { to: split, data: encodeFunctionData(owed) },
      { to: token, data: encodeFunctionData(balance) },
    ]),
    chain.request('eth_getBalance', [split, 'latest']),
  ])
  const [first, second] = results
  if (!first?.ok || !second?.ok) return undefined
  return {
    eth: BigInt(String(eth)) - decodeFunctionResult({ ...owed, data: first.data }),
    tokens: decodeFunctionResult({ ...balance, data: second.data }),
  }
}
