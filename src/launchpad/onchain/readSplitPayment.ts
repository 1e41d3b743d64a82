import { type Address, decodeAbiParameters, decodeFunctionResult, encodeFunctionData, erc20Abi } from 'viem'
import type { Context } from '#launchpad/Context.ts'
import { feeSplitAbi, launchpadAbi } from '#launchpad/contract/abi.ts'
import { readCreatorTokens } from './readCreatorTokens.ts'

export type SplitPayment = { amount: bigint; tokenAmount: bigint }

type Asked = { token: Address; split: Address }

/** What a fee split divides now: what it claims, and what it holds and owes nobody. Undefined where it may not claim. */
export async function readSplitPayment(context: Context, asked: Asked): Promise<SplitPayment | undefined> {
  const { chain, factory } = context
  const { token, split } = asked
  const args = [token, split] as const
  const data = encodeFunctionData({ abi: launchpadAbi, functionName: 'claimCreatorFees', args })
  const [{ results }, tokens, held] = await Promise.all([
    chain.simulate({ from: split, calls: [{ to: factory.address as Address, data }] }),
    readCreatorTokens(context, token),
    readHeld(context, asked),
  ])
  if (!results[0]?.ok || !held) return undefined
  const [claimed] = decodeAbiParameters([{ type: 'uint256' }], results[0].returnData)
  return { amount: claimed + held.eth, tokenAmount: tokens + held.tokens }
}

async function readHeld({ chain }: Context, { token, split }: Asked) {
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
