import { type Address, concat, type Hex, maxUint256, parseUnits, toFunctionSelector, toHex, zeroAddress } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import { recogniseOrder } from '#mandates/rules/orderCaveats.ts'
import { soldFor } from '#mandates/rules/orderRerange.ts'
import { callsOf } from '#mandates/rules/orderTrade.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import { swap } from '../setup/liquidity/limits.ts'
import { mintedId } from '../setup/liquidity/lp.ts'
import { liquidityOf } from '../setup/liquidity/recipes.ts'
import { TIP } from '../setup/mandates/exit.ts'
import { OWNER, STRANGER } from '../setup/mandates/mandate.ts'
import { EXECUTOR, RIVAL } from '../setup/mandates/order.ts'
import { OUT_OF_BOUNDS, type PositionThefts, positionThefts, REFUSED } from '../setup/mandates/positionThefts.ts'
import { openReranges, POOLS, type Ranged, type Reranges, type SignedRerange } from '../setup/mandates/rerange.ts'

/** Moves of positions into another range, on the real contracts: everything but the signed move reverts. */

let moves: Reranges
let thefts: PositionThefts
let snapshot: Hex
/** Positions that the price is below, above and inside of. */
const places = {} as Record<(typeof POOLS)[number], { below: Ranged; above: Ranged; inside: Ranged }>
beforeAll(async () => {
  moves = await openReranges()
  thefts = positionThefts(moves)
  for (const name of POOLS) {
    const pool = moves.pools[name]
    const [below, above] = [await moves.open(pool, [4, 8]), await moves.open(pool, [-8, -4])]
    places[name] = { below, above, inside: await moves.open(pool, [-2, 2]) }
  }
})
afterAll(() => moves.lp[Symbol.asyncDispose]())
beforeEach(async () => {
  snapshot = await moves.lp.devnet.snapshot()
})
afterEach(() => moves.lp.devnet.revert(snapshot))

const callsIn = ({ order }: SignedRerange) =>
  callsOf(order, moves.opened.targets, thefts.address(EXECUTOR)) as [Delegation.Execution, Delegation.Execution]

/** Trades until the price is beyond the bound. */
async function push({ pool }: Ranged, { side, boundX96 }: SignedRerange['order']['rerange']): Promise<void> {
  const from = side === 'below' ? 'token0' : 'token1'
  const isThere = (price: bigint) => (side === 'below' ? price <= boundX96 : price >= boundX96)
  for (let tries = 0; tries < 40 && !isThere(await moves.price(pool)); tries += 1)
    await swap(moves.lp, pool, [from, sizeOf(pool[from])])
}
const dollar = () => moves.lp.devnet.description.tokens.find(({ symbol }) => symbol === 'DUSD')?.address
function sizeOf(token: Address): bigint {
  if (token === zeroAddress) return parseUnits('1', 18)
  return token === dollar() ? parseUnits('2000', 6) : parseUnits('1000', 18)
}

describe.each(POOLS)('%s', (name) => {
  test.each(['below', 'above'] as const)(
    'an account without any approval moves a position that the price is %s of, for nothing but the tip',
    async (side) => {
      const held = places[name][side]
      const move = await moves.signMove(held, { side, spacings: side === 'below' ? -2 : 2 })
      const { outMin, rerange } = move.order
      const before = await thefts.balances(held, moves.opened.owner)
      const receipt = await moves.execute(move)
      expect(receipt.status).toBe('success')
      expect(await thefts.left(held)).toBe(0n)
      const tokenId = BigInt(mintedId(receipt, move.order.token))
      expect(await liquidityOf(moves.lp, 'V4', tokenId)).toBe(rerange.liquidity)
      const owner = concat([toFunctionSelector('ownerOf(uint256)'), toHex(tokenId, { size: 32 })])
      const { data } = await moves.lp.devnet.client.call({ to: move.order.token, data: owner })
      expect(BigInt(data ?? '0x0')).toBe(BigInt(moves.opened.owner))
      const used = Liquidity.amountsUp(rerange.boundX96, Liquidity.boundsOf(rerange), rerange.liquidity)
      const rest = outMin - used.amount0 - used.amount1
      const after = await thefts.balances(held, moves.opened.owner)
      const tip = name === 'native' ? TIP : 0n
      expect(after[0] - before[0]).toBe((side === 'below' ? rest : 0n) - tip)
      expect(after[1] - before[1]).toBe(side === 'above' ? rest : 0n)
    },
  )

  test('it waits while the price is inside of the old or the new range', async () => {
    const { below: held, inside } = places[name]
    const into = await moves.signMove(held, { side: 'below', spacings: -6 })
    await thefts.expectTheft(held, moves.calldata(into), OUT_OF_BOUNDS)
    const early = await moves.signMove(inside, { side: 'above', spacings: -8 })
    await thefts.expectTheft(inside, moves.calldata(early), OUT_OF_BOUNDS)
  })

  test('without its price bound, the amounts of the call alone refuse it inside of either range', async () => {
    const { below: held, inside } = places[name]
    const open = { boundX96: maxUint256 - 1n }
    await thefts.expectTheft(held, moves.calldata(await moves.signMove(held, { side: 'below', spacings: -6 }, open)))
    await thefts.expectTheft(inside, moves.calldata(await moves.signMove(inside, { side: 'below', spacings: 8 }, open)))
  })

  test('a new position that costs more than the old one pays never takes the owner’s tokens', async () => {
    const held = places[name].below
    const { order } = await moves.signMove(held, { side: 'below', spacings: -2 })
    const { liquidity } = order.rerange
    for (const more of [liquidity + liquidity / 1_000n, liquidity * 2n])
      await thefts.expectTheft(
        held,
        moves.calldata(await moves.signMove(held, { side: 'below', spacings: -2 }, { liquidity: more })),
      )
  })

  test('it is read back exactly, and nothing weaker is taken for it', async () => {
    const { order, signed } = await moves.signMove(places[name].below, { side: 'below', spacings: -2 })
    expect(recogniseOrder(signed, moves.opened.targets)).toEqual(order)
    for (const index of signed.caveats.keys()) {
      const caveats = signed.caveats.toSpliced(index, 1)
      expect(recogniseOrder({ ...signed, caveats }, moves.opened.targets)).toBeUndefined()
    }
  })

  test('an executor skips the move, repeats it, takes more, or changes any word of it', async () => {
    const held = places[name].below
    const move = await moves.signMove(held, { side: 'below', spacings: -2 })
    const [deed, tip] = callsIn(move)
    const lists = [[tip], [deed], [tip, deed], [deed, deed, tip], [deed, { ...tip, value: TIP + 1n }]]
    for (const list of lists) await thefts.expectTheft(held, Delegation.redeemBatch(move.signed, list), REFUSED)
    await thefts.expectWordsBound(move.signed, [deed, tip])
  })

  test('a replay, a rival, a copied transaction, a cancelled move and one of a position given away revert', async () => {
    const held = places[name].below
    const [move, other] = [
      await moves.signMove(held, { side: 'below', spacings: -2 }),
      await moves.signMove(held, { side: 'below', spacings: -1 }),
    ]
    await thefts.expectTheft(held, moves.calldata(move, RIVAL), REFUSED)
    const data = Delegation.revoke(other.signed)
    await moves.lp.devnet.send(OWNER, { to: FRAMEWORK.DelegationManager, data })
    await thefts.expectTheft(held, moves.calldata(other), 'CannotUseADisabledDelegation')
    await thefts.give(held, OWNER, STRANGER)
    await thefts.expectTheft(held, moves.calldata(move))
    await thefts.give(held, STRANGER, OWNER)
    expect((await moves.execute(move, RIVAL)).status).toBe('success')
    await thefts.expectTheft(held, moves.calldata(move), 'LimitedCallsEnforcer:limit-exceeded')
  })

  test('a push there and back around a move costs the owner no more than its worst case says', async () => {
    const held = places[name].inside
    const move = await moves.signMove(held, { side: 'below', spacings: -3 })
    await thefts.expectTheft(held, moves.calldata(move), OUT_OF_BOUNDS)
    await push(held, move.order.rerange)
    const receipt = await moves.execute(move)
    expect(receipt.status).toBe('success')
    const { rerange } = move.order
    const bounds = Liquidity.boundsOf(rerange)
    await push(held, { ...rerange, side: 'above', boundX96: bounds.upperX96 })
    const kept = Liquidity.amountsDown(await moves.price(held.pool), bounds, rerange.liquidity)
    expect(kept).toEqual({ amount0: 0n, amount1: soldFor(rerange) })
  })
})
