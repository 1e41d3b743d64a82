import type { Happening } from './Happening.ts'

/** A position on a chain. */
export type PositionName = { chainId: number; protocol: 'V3' | 'V4'; tokenId: string }

/** The parts of a position's state at a block that rules compare. */
export type PositionState = {
  tokenId: string
  isInRange: boolean
  tick: number
  tickLower: number
  tickUpper: number
  token0: string
  token1: string
  fees0: bigint
  fees1: bigint
}

type Before = Pick<PositionState, 'isInRange' | 'fees0' | 'fees1'>
type Read = { name: PositionName; block: number; at: number }

/** The moves of a position between two reads. */
export function positionHappenings(before: Before, state: PositionState, { name, block, at }: Read): Happening[] {
  const { chainId, protocol, tokenId } = name
  const fields = { chainId: String(chainId), protocol, tokenId }
  // Blocks of other chains would be taken for those of the launch index, so the block is a part of the data.
  const shared = { at, block: null, hops: 0 }
  const { tick, tickLower, tickUpper } = state
  const place = { chainId, protocol, tokenId, block }
  const type = state.isInRange ? 'position.in_range' : 'position.out_of_range'
  const moved: Happening[] =
    before.isInRange === state.isInRange
      ? []
      : [{ ...shared, type, fields, data: { ...place, tick, tickLower, tickUpper } }]
  const sides = [
    { token: state.token0, value: state.fees0, from: before.fees0 },
    { token: state.token1, value: state.fees1, from: before.fees1 },
  ]
  const fees = sides
    .filter(({ value, from }) => value !== from)
    .map(({ token, value, from }): Happening => {
      const data = { ...place, token, value: String(value), before: String(from) }
      return { ...shared, type: 'position.fees', fields: { ...fields, token }, value, before: from, data }
    })
  return [...moved, ...fees]
}

/** The position that the filter of a rule names. */
export function positionOf(filter: Readonly<Record<string, string>>): PositionName {
  const { chainId = '', protocol, tokenId = '' } = filter
  return { chainId: Number(chainId), protocol: protocol === 'V3' ? 'V3' : 'V4', tokenId }
}

export function keyOfPosition({ chainId, protocol, tokenId }: PositionName): string {
  return `${chainId} ${protocol} ${tokenId}`
}

/** The positions that rules name, by key. */
export function watchedPositions(
  rules: Iterable<{ type: string; filter: Readonly<Record<string, string>> }>,
): Map<string, PositionName> {
  const names = new Map<string, PositionName>()
  for (const { type, filter } of rules) {
    if (!type.startsWith('position.')) continue
    const name = positionOf(filter)
    names.set(keyOfPosition(name), name)
  }
  return names
}
