import type { Hex } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { unavailable } from '#chain/failures.ts'
import * as lens from '#liquidity/lens.ts'
import { isPlausible } from './isPlausible.ts'
import { v3OwnedByCalls, v3PoolsByCalls, v3PositionsByCalls } from './v3ByCalls.ts'

type LensQuery<Name extends lens.LensName> = {
  readonly name: Name
  /** The cache key among the queries of this lens. */
  readonly key: string
  readonly args: lens.LensArgs<Name>
  readonly withGasPrice?: boolean
  /** How many pools or positions the answer has. Default: any number */
  readonly size?: number
}

/** Runs a lens in one round trip, or takes its result from the cache of the current block. */
export function runLens<Name extends lens.LensName, Result>(
  chain: Chain,
  query: LensQuery<Name>,
  toResult: (answer: lens.LensAnswer<Name>, gasPrice: bigint | undefined) => Result,
): Promise<Result> {
  const { name, key, args, withGasPrice = false } = query
  return chain.state(`${name} ${withGasPrice ? 'priced ' : ''}${key}`, async () => {
    if (!chain.facts.hasStateOverrides) return toResult(await readByCalls(chain, name, args), undefined)
    const data = lens.encode(name, args)
    if (!withGasPrice) return toResult(decodeRecent(chain, query, await chain.call({ data })), undefined)
    const [read, price] = await chain.batch([
      { method: 'eth_call', params: [{ data }, 'latest'] },
      { method: 'eth_gasPrice', params: [] },
    ])
    return toResult(decodeRecent(chain, query, read as Hex), BigInt(price as Hex))
  })
}

/** Every lens returns the head first; a provider that has stopped following the chain is not trusted. */
function decodeRecent<Name extends lens.LensName>(
  chain: Chain,
  query: LensQuery<Name>,
  data: Hex,
): lens.LensAnswer<Name> {
  const answer = decoded(chain, query, data)
  const [head] = answer as readonly [{ timestamp: bigint }]
  chain.requireRecent(head)
  return answer
}

// No honest provider returns values that a lens cannot return.
function decoded<Name extends lens.LensName>(
  chain: Chain,
  { name, size }: LensQuery<Name>,
  data: Hex,
): lens.LensAnswer<Name> {
  try {
    const answer = lens.decode(name, data)
    const [, , items] = answer as readonly unknown[]
    const isWhole = size === undefined || (items as readonly unknown[]).length === size
    if (isWhole && isPlausible(answer)) return answer
  } catch (error) {
    throw unavailable(chain.id, error)
  }
  throw unavailable(chain.id, new Error(`The lens ${name} returned a value that is out of range, or too few.`))
}

// Only v3 is deployed where an eth_call cannot bring code, as on ZKsync.
const BY_CALLS = { v3Pools: v3PoolsByCalls, v3Positions: v3PositionsByCalls, v3Owned: v3OwnedByCalls }

function readByCalls<Name extends lens.LensName>(
  chain: Chain,
  name: Name,
  args: lens.LensArgs<Name>,
): Promise<lens.LensAnswer<Name>> {
  const read = (BY_CALLS as Partial<Record<lens.LensName, unknown>>)[name]
  if (!read) throw new Error(`${name} cannot be read on ${chain.facts.name}.`)
  return (read as (chain: Chain, args: lens.LensArgs<Name>) => Promise<lens.LensAnswer<Name>>)(chain, args)
}
