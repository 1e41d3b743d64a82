import { z } from 'zod'
import { none } from '#core/Access.ts'
import * as Cursor from '#core/Cursor.ts'
import { define, type Operation, REVALIDATED } from '#core/Operation.ts'
import { PageLimit } from '#core/PageLimit.ts'
import { Address, toAddress } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import * as Curve from '#launchpad/contract/Curve.ts'
import * as Position from '#launchpad/records/LogPosition.ts'
import { type LiquidityMove, readLiquidityMoves } from '#launchpad/store/readLiquidityMoves.ts'
import { requireToken } from '#launchpad/store/requireToken.ts'
import { LiquidityPage } from '#launchpad/wire/liquidity.ts'
import { toDate } from '#launchpad/wire/toWire.ts'
import { paths } from '#launchpad/wire/urls.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'

const Request = z.strictObject({
  address: Address.meta({ description: 'The token.' }),
  limit: PageLimit,
  cursor: z.string().max(256, 'must be the nextCursor of an earlier response').optional(),
})

/** Empty before graduation. */
export function liquidity({ db, revisions }: Context): Operation {
  return define({
    name: 'listLaunchLiquidity',
    method: 'GET',
    path: paths.liquidity,
    tag: 'launchpad',
    summary: 'List the liquidity that others added to the pool of a token or removed from it.',
    access: none,
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    cacheControl: REVALIDATED,
    revision: revisions.index,
    request: Request,
    response: LiquidityPage,
    async handle({ address, limit, cursor }) {
      const scope = `liquidity\n${address}`
      const before = cursor === undefined ? undefined : Number(Cursor.decode(scope, cursor, /^[0-9]{1,16}$/)[0])
      const { id: tokenId } = await requireToken(db, address.toLowerCase())
      const rows = await readLiquidityMoves(db, { tokenId, before, limit })
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      const boundsOf = rememberedBounds()
      return {
        moves: page.map((row) => toMove(row, boundsOf)),
        ...(last && { nextCursor: Cursor.encode(scope, [String(last.position)]) }),
      }
    },
  })
}

/** Most moves of a page are within the same few ranges, and each bound takes some twenty multiplications. */
function rememberedBounds(): typeof Liquidity.boundsOf {
  const known = new Map<string, Liquidity.Bounds>()
  return (range) => {
    const name = `${range.tickLower} ${range.tickUpper}`
    const bounds = known.get(name) ?? Liquidity.boundsOf(range)
    known.set(name, bounds)
    return bounds
  }
}

/** Rounds deposits up and withdrawals down, as the pool manager does. */
function toMove(
  { position, at, tx, sender, salt, delta, ...row }: LiquidityMove,
  boundsOf: typeof Liquidity.boundsOf,
): z.output<typeof LiquidityPage>['moves'][number] {
  const change = BigInt(delta)
  const range = { tickLower: row.tick_lower, tickUpper: row.tick_upper }
  const price = row.sqrt_price_x96 === null ? Curve.pool.sqrtPriceX96 : BigInt(row.sqrt_price_x96)
  const bounds = boundsOf(range)
  const { amount0, amount1 } =
    change > 0n ? Liquidity.amountsUp(price, bounds, change) : Liquidity.amountsDown(price, bounds, -change)
  return {
    kind: change > 0n ? 'added' : 'removed',
    ethAmount: String(amount0),
    tokenAmount: String(amount1),
    liquidityDelta: delta,
    ...range,
    sender: toAddress(sender),
    positionId: salt,
    timestamp: toDate(at),
    block: Position.block(position),
    logIndex: Position.logIndex(position),
    transactionHash: tx,
  }
}
