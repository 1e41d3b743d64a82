import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { toAddress } from '#core/wire.ts'

const ABI = parseAbi([
  'function allPairsLength() view returns (uint256)',
  'function allPairs(uint256 index) view returns (address)',
])
/** The maximum number of pairs that are read for a wallet, newest first. */
const PAIRS_MAX = 200

/** The pairs of a factory, newest first, and whether those are all of them. */
export async function knownPairs(
  chain: Chain,
  factory: Address,
): Promise<{ pairs: readonly Address[]; isAll: boolean }> {
  const count = await countPairs(chain, factory)
  const from = Math.max(0, count - PAIRS_MAX)
  const pairs = await chain.forever(`pairs ${factory} ${from} ${count}`, () =>
    readRange(chain, factory, { from, count }),
  )
  return { pairs, isAll: from === 0 }
}

async function countPairs(chain: Chain, factory: Address): Promise<number> {
  const data = encodeFunctionData({ abi: ABI, functionName: 'allPairsLength' })
  const answer = await chain.state(`pairs of ${factory}`, () => chain.call({ to: factory, data }))
  return Number(BigInt(answer))
}

async function readRange(
  chain: Chain,
  factory: Address,
  { from, count }: { from: number; count: number },
): Promise<Address[]> {
  const calls = Array.from({ length: count - from }, (_, index) => ({
    to: factory,
    data: encodeFunctionData({ abi: ABI, functionName: 'allPairs', args: [BigInt(count - 1 - index)] }),
  }))
  const { results } = await chain.read(calls)
  return results.filter(({ ok }) => ok).map(({ data }) => addressOf(data))
}

function addressOf(data: Hex): Address {
  return toAddress(`0x${data.slice(-40)}`)
}
