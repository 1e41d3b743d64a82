import { describe, expect, test } from 'vitest'
import { swap } from '../setup/liquidity/limits.ts'
import { runCalls } from '../setup/liquidity/recipes.ts'
import { chainId, devnet, lp, openFreshLp, positionIn, units } from '../setup/liquidity/sharedLp.ts'

/** Fees of a token that a position did not owe when its claim was built, and owes when the claim is mined. */

const OWNER = 0
openFreshLp()

const owner = () => devnet.account(OWNER).address
const CASES = [
  ['V3', 'WETH', false],
  ['V3', 'WETH', true],
  ['V4', 'ETH', true],
] as const

describe.each(CASES)('a claim of %s fees in %s alone (collectAsWeth %s)', (protocol, symbol, collectAsWeth) => {
  test('also pays out the fees of the other token that come before it is mined', async () => {
    const pool = { ...devnet.pool(protocol, [symbol, 'DUSD'], { fee: 500 }), protocol }
    const { tokenId } = await positionIn(owner(), pool)
    const named = { walletAddress: owner(), chainId, protocol, tokenId, collectAsWeth }
    const { claim } = await lp.post('/lp/claim_fees', named).then(({ body }) => body)
    if (claim) await lp.send(OWNER, claim)
    const side = (token: string) => (pool.token0 === token ? 'token0' : 'token1')
    const dollar = devnet.token('DUSD').address
    const other = pool.token0 === dollar ? pool.token1 : pool.token0
    await swap(lp, pool, [side(other), units(symbol, '2')])
    const positions = [{ protocol, tokenId }]
    const { groups } = await lp.ok('/lp/claim_many', { walletAddress: owner(), chainId, positions, collectAsWeth })
    await swap(lp, pool, [side(dollar), units('DUSD', '6000')])
    const before = await lp.balance(dollar, owner())
    const ran = await runCalls(lp, OWNER, { ...groups[0], calls: [groups[0].transaction] })
    expect(ran.status).toBe('mined')
    expect(await lp.balance(dollar, owner())).toBeGreaterThan(before)
    const { v3PositionManager } = devnet.description.contracts
    expect(await lp.balance(dollar, v3PositionManager)).toBe(0n)
  })
})
