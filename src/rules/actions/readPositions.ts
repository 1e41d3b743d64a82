import type { PositionSource } from '#rules/Context.ts'
import { keyOfPosition, type PositionName, type PositionState } from '#rules/rules/positionHappenings.ts'

type Options = {
  positions: PositionSource
  now(): number
  /** Reports a position that cannot be read while others can. */
  setAside(name: PositionName, err: unknown): void
}

export type ReadPosition = { readonly name: PositionName; readonly block: number; readonly state: PositionState }
export type PositionReader = (names: readonly PositionName[]) => Promise<ReadPosition[]>

/** A position that was set aside is read again after this time. */
const ASIDE_MS = 60_000

/** Reads positions of one chain and protocol together; if that fails, one by one, so that one position stops no other. */
export function createPositionReader({ positions, now, setAside }: Options): PositionReader {
  const aside = new Map<string, number>()
  const read = async (names: readonly PositionName[]): Promise<ReadPosition[]> => {
    const [first] = names
    if (!first) return []
    const { chainId, protocol } = first
    const found = await positions.read(chainId, { protocol, ids: names.map(({ tokenId }) => tokenId) })
    return found.positions.map((state) => ({
      name: { chainId, protocol, tokenId: state.tokenId },
      block: found.block,
      state,
    }))
  }
  const readEach = async (names: readonly PositionName[], cause: unknown): Promise<ReadPosition[]> => {
    const settled = await Promise.allSettled(names.map((name) => read([name])))
    // If none can be read, the chain does not respond.
    if (settled.every(({ status }) => status === 'rejected')) throw cause
    return settled.flatMap((one, index) => {
      if (one.status === 'fulfilled') return one.value
      const name = names[index] as PositionName
      aside.set(keyOfPosition(name), now() + ASIDE_MS)
      setAside(name, one.reason)
      return []
    })
  }
  return (names) => {
    const due = names.filter((name) => (aside.get(keyOfPosition(name)) ?? 0) <= now())
    return read(due).catch((error) => readEach(due, error))
  }
}
