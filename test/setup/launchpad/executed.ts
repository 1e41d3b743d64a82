import { type Address, decodeFunctionResult, encodeFunctionData, erc20Abi, type Hex, toHex } from 'viem'
import { expect } from 'vitest'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { FACTORY, type LaunchChain } from './launchChain.ts'
import type { Answer, Cell } from './preparedActions.ts'

export const BURNED = '0x000000000000000000000000000000000000dEaD'

/** Mines every step in one block of this time, each with its gas limit; returns the wei paid for gas. */
export async function sendAt({ upstream, mine }: LaunchChain, { steps }: Answer, seconds: number): Promise<bigint> {
  const hashes: unknown[] = []
  for (const { to, from, data, value, gasLimit } of steps.map(({ transaction }) => transaction)) {
    const [wei, gas] = [toHex(BigInt(value)), toHex(BigInt(gasLimit))]
    hashes.push(await upstream('eth_sendTransaction', [{ to, from, data, value: wei, gas }]))
  }
  await upstream('evm_setNextBlockTimestamp', [seconds])
  await mine()
  let paid = 0n
  for (const hash of hashes) {
    const receipt = (await upstream('eth_getTransactionReceipt', [hash])) as Record<string, Hex>
    expect(receipt['status']).toBe('0x1')
    paid += BigInt(receipt['gasUsed'] ?? 0) * BigInt(receipt['effectiveGasPrice'] ?? 0)
  }
  return paid
}

/** ETH and tokens of everyone who could gain or lose by what is done to a launch. */
export async function balancesOf(chain: LaunchChain, { state, states, accounts }: Cell): Promise<[string, bigint][]> {
  const watched = [...accounts, states.split, state.token, BURNED] as Address[]
  const rows = watched.map(
    async (who): Promise<[string, bigint][]> => [
      [`${who} eth`, BigInt((await chain.upstream('eth_getBalance', [who, 'latest'])) as Hex)],
      [`${who} tokens`, await balanceOf(chain, { token: state.token, who })],
    ],
  )
  return (await Promise.all(rows)).flat()
}

export async function balanceOf(
  { upstream }: LaunchChain,
  { token, who }: { token: Address; who: Address },
): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [who] })
  return BigInt((await upstream('eth_call', [{ to: token, data }, 'latest'])) as Hex)
}

/** The terms of a launch, read from the contract. */
export async function view(
  { upstream }: LaunchChain,
  functionName: 'openingOf' | 'lockOf',
  token: Address,
): Promise<readonly bigint[]> {
  const call = { abi: launchpadAbi, functionName, args: [token] } as const
  const data = (await upstream('eth_call', [{ to: FACTORY, data: encodeFunctionData(call) }, 'latest'])) as Hex
  return decodeFunctionResult({ ...call, data })
}
