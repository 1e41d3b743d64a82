import type { Address } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { deployWilfulToken } from '../setup/liquidity/hostilePools.ts'
import { approveEverything } from '../setup/liquidity/limits.ts'
import { type Body, mintedId } from '../setup/liquidity/lp.ts'
import { chainId, devnet, lp, openFreshLp } from '../setup/liquidity/sharedLp.ts'

/** Pools that liquidity should not move to without a word of the user. */

const OWNER = 5
const UNIT = 10n ** 18n
const PRICE = 1n << 96n
const TICKS = { tickLower: -6000, tickUpper: 6000 }
// beforeRemoveLiquidity, and nobody has deployed it.
const LOCKING_HOOK = '0x7a4b000000000000000000000000000000000200'
openFreshLp()

let token0Address: Address
let token1Address: Address
beforeEach(async () => {
  const tokens = [await deployWilfulToken(lp, [OWNER]), await deployWilfulToken(lp, [OWNER])]
  ;[token0Address, token1Address] = tokens.sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)) as [
    Address,
    Address,
  ]
  await approveEverything(lp, OWNER, tokens)
})

type Protocol = 'V3' | 'V4'
type Opened = { protocol: Protocol; fee: number; hooks?: string; price?: bigint; amount?: bigint }

/** Opens a pool with a position of the owner. */
async function open({ protocol, fee, hooks, price = PRICE, amount = 10n * UNIT }: Opened) {
  const tickSpacing = 60
  const { create } = await lp.ok('/lp/create', {
    ...{ walletAddress: devnet.account(OWNER).address, chainId, protocol },
    newPool: { token0Address, token1Address, fee, tickSpacing, hooks, initialPrice: price.toString() },
    independentToken: { tokenAddress: token0Address, amount: amount.toString() },
    tickBounds: { tickLower: -12_000, tickUpper: 12_000 },
    acceptRisks: ['HOOK_MAY_LOCK', 'PRICE_OFF_MARKET'],
  })
  const tokenId = mintedId(await lp.send(OWNER, create), create.to)
  const poolParameters = {
    tokenAddressA: token0Address,
    tokenAddressB: token1Address,
    fee,
    tickSpacing,
    hookAddress: hooks,
  }
  const { pools } = await lp.ok('/lp/pool_info', { protocol, chainId, poolParameters })
  return { protocol, tokenId, poolReference: pools[0].poolReferenceIdentifier as string }
}

type Place = Awaited<ReturnType<typeof open>>

function move(from: Pick<Place, 'protocol' | 'tokenId'>, to: Pick<Place, 'poolReference'> & { protocol: string }) {
  return {
    ...{ walletAddress: devnet.account(OWNER).address, chainId, protocol: from.protocol, tokenId: from.tokenId },
    targetProtocol: to.protocol,
    existingPool: { token0Address, token1Address, poolReference: to.poolReference },
    ...(to.protocol !== 'V2' && { tickBounds: TICKS }),
  }
}

/** The move is refused for one risk, and built once that is accepted. */
async function expectRisk(request: object, code: string): Promise<void> {
  const refused = await lp.post('/lp/migrate', { ...request, acceptRisks: [] })
  expect([refused.status, refused.body.details?.map(({ type }: Body) => type)]).toEqual([400, ['field', code]])
  const { warnings } = await lp.ok('/lp/migrate', { ...request, acceptRisks: [code] })
  expect(warnings.map((warning: Body) => warning.code).filter((one: string) => one === code)).toEqual([code])
}

test.each(['V3', 'V4'] as const)('from %s, a hook that may lock the liquidity must be accepted', async (protocol) => {
  const from = await open({ protocol, fee: 3000 })
  await expectRisk(move(from, await open({ protocol: 'V4', fee: 3000, hooks: LOCKING_HOOK })), 'HOOK_MAY_LOCK')
})

test('the hook of the pool that liquidity leaves is not warned of', async () => {
  const from = await open({ protocol: 'V4', fee: 3000, hooks: LOCKING_HOOK })
  const { warnings } = await lp.ok('/lp/migrate', move(from, await open({ protocol: 'V4', fee: 500 })))
  expect(warnings.map(({ code }: Body) => code)).not.toContain('HOOK_MAY_LOCK')
})

/** The square root of two: the price is twice as high. */
const DOUBLED = (PRICE * 14_142n) / 10_000n

/** A pool that no search for the market finds, at a price of one. */
const openHidden = () => open({ protocol: 'V4', fee: 1234, amount: 1000n * UNIT })

test.each(['V3', 'V4'] as const)('to %s, a false price must be accepted where it is the market', async (protocol) => {
  const target = await open({ protocol, fee: 3000, price: DOUBLED, amount: 1000n })
  await expectRisk(move(await openHidden(), target), 'PRICE_OFF_MARKET')
})

test('to V2, a false price must be accepted where it is the market', async () => {
  const { create } = await lp.ok('/lp/create_classic', {
    walletAddress: devnet.account(OWNER).address,
    poolParameters: { token0Address, token1Address, chainId },
    independentToken: { tokenAddress: token0Address, amount: '1000000' },
    dependentToken: { tokenAddress: token1Address, amount: '2000000' },
  })
  await lp.send(OWNER, create)
  const poolParameters = { tokenAddressA: token0Address, tokenAddressB: token1Address }
  const { pools } = await lp.ok('/lp/pool_info', { protocol: 'V2', chainId, poolParameters })
  const target = { protocol: 'V2', poolReference: pools[0].poolReferenceIdentifier as string }
  await expectRisk(move(await openHidden(), target), 'PRICE_OFF_MARKET')
})
