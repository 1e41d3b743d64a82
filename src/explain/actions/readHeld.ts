import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { Held } from '#explain/rules/boundCalls.ts'
import type { Caveat } from '#explain/rules/caveats.ts'
import { positionsOf } from '#explain/rules/deeds.ts'
import type { Scene } from '#explain/rules/Effects.ts'
import type { TypedData } from '#explain/rules/typedData.ts'
import { READS_MAX, readPositions } from './readSurroundings.ts'

const call = (id: bigint) =>
  ({
    abi: parseAbi(['function ownerOf(uint256) view returns (address)']),
    functionName: 'ownerOf',
    args: [id],
  }) as const

const infoAbi = parseAbi([
  'function getPoolAndPositionInfo(uint256 tokenId) view returns ((address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) key, uint256 info)',
])
const infoOf = (id: bigint) => ({ abi: infoAbi, functionName: 'getPoolAndPositionInfo', args: [id] }) as const

/** The positions that a mandate changes; one that does not exist may be minted by a stranger later, and is left out. */
export async function readHeld(
  chain: Chain,
  { message }: TypedData,
  scene: Pick<Scene, 'book'>,
): Promise<Map<bigint, Held>> {
  const named = namedIn(message['caveats'], scene)
  const ids = [...new Set(named?.ids)].slice(0, READS_MAX)
  if (!named || ids.length === 0) return new Map()
  const { manager, kind } = named
  const reads = ids.map((id) => ({ to: manager, data: encodeFunctionData(call(id)) }))
  const infos = kind === 'v4Manager' ? ids.map((id) => ({ to: manager, data: encodeFunctionData(infoOf(id)) })) : []
  const [{ results }, tokens] = await Promise.all([
    chain.agreed().read([...reads, ...infos]),
    kind === 'v3Manager' ? readPositions(chain, manager, ids) : new Map<bigint, readonly Address[]>(),
  ])
  return new Map(
    ids.flatMap((id, index) => {
      const result = results[index]
      if (!result?.ok) return []
      const owner = decodeFunctionResult({ ...call(id), data: result.data })
      const info = results[ids.length + index]
      return [
        [id, { owner, tokens: tokens.get(id) ?? [], hook: info?.ok ? hookIn(id, info.data) : undefined }] as const,
      ]
    }),
  )
}

function hookIn(id: bigint, data: Hex): Address {
  return decodeFunctionResult({ ...infoOf(id), data })[0].hooks
}

/** Typed data of another form has no caveats, and is explained without positions. */
function namedIn(caveats: unknown, scene: Pick<Scene, 'book'>) {
  if (!Array.isArray(caveats)) return undefined
  try {
    return positionsOf(caveats as Caveat[], scene)
  } catch {
    return undefined
  }
}
