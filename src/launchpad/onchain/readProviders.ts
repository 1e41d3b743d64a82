import { type RawBuilder, sql } from 'kysely'
import { type Address, decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import type { Context } from '#launchpad/Context.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import * as Tick from '#uniswap/Tick.ts'

const abi = parseAbi(['function ownerOf(uint256 id) view returns (address)'])
/** The number of largest positions that can give a badge. */
const POSITIONS_MAX = 200
/** Smaller positions give no badge, so that a badge costs something. */
const WORTH_MIN_WEI = 10n ** 16n

type Position = {
  sender: string
  salt: string
  tick_lower: number
  tick_upper: number
  liquidity: string
  pool_tick: number
}

/**
 * The owners of liquidity worth at least 0.01 ETH in the pool of a launch, in lower case: the owner of an NFT, else the
 * account that moved it.
 */
export async function readProviders({ db, chain }: Pick<Context, 'db' | 'chain'>, token: string): Promise<Set<string>> {
  const { rows } = await sql<Position>`
    select l.sender, l.salt, l.tick_lower, l.tick_upper, sum(l.delta) as liquidity, c.pool_tick
    from launch_liquidity l join launch_tokens t on t.id = l.token_id join launch_curves c on c.id = l.token_id
    where t.address = ${token} and l.sender is not null and l.sender <> (select factory from launch_chain)
      and c.pool_tick is not null
    group by l.sender, l.salt, l.tick_lower, l.tick_upper, c.pool_tick having sum(l.delta) > 0
    order by ${worth} desc limit ${POSITIONS_MAX}`.execute(db)
  const large = rows.filter((row) => worthOf(row) >= WORTH_MIN_WEI)
  const manager = chain.facts.uniswap.v4?.positionManager
  const isNft = ({ sender }: Position) => sender === manager?.toLowerCase()
  const nfts = large.filter(isNft).map(({ salt }) => BigInt(salt))
  const owners = manager && nfts.length > 0 ? await readOwners(chain, manager, nfts) : []
  return new Set([...large.filter((row) => !isNft(row)).map(({ sender }) => sender), ...owners])
}

/**
 * Approximately `worthOf`. Not by liquidity: at the outermost ticks, one wei is more liquidity than all ETH at the
 * price.
 */
const root = (tick: RawBuilder<unknown>) => sql`power(1.0001::float8, (${tick}) / 2.0::float8)`
const at = sql`least(greatest(c.pool_tick, l.tick_lower), l.tick_upper)`
const worth = sql`sum(l.delta)::float8 * (1 / ${root(at)} - 1 / ${root(sql`l.tick_upper`)}
  + (${root(at)} - ${root(sql`l.tick_lower`)}) * power(1.0001::float8, -c.pool_tick::float8))`

/** Both amounts at the price of the pool, in wei; ETH is token0 of every pool. */
function worthOf({ tick_lower: tickLower, tick_upper: tickUpper, liquidity, pool_tick }: Position): bigint {
  const price = Tick.toSqrtRatio(pool_tick)
  const bounds = Liquidity.boundsOf({ tickLower, tickUpper })
  const { amount0, amount1 } = Liquidity.amountsDown(price, bounds, BigInt(liquidity))
  return amount0 + (amount1 << 192n) / (price * price)
}

async function readOwners(chain: Context['chain'], manager: Address, ids: readonly bigint[]): Promise<string[]> {
  const call = { abi, functionName: 'ownerOf' } as const
  const calls = ids.map((id) => ({ to: manager, data: encodeFunctionData({ ...call, args: [id] }) }))
  const { results } = await chain.read(calls)
  return results.flatMap((result) =>
    result.ok ? [decodeFunctionResult({ ...call, data: result.data }).toLowerCase()] : [],
  )
}
