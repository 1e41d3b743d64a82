import { sql } from 'kysely'
import { type Address, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as Curve from '#launchpad/contract/Curve.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { contentsOf, freshContents } from '../setup/launchpad/launchIndex.ts'
import { type LaunchService, startLaunchService } from '../setup/launchpad/launchService.ts'
import { deployDonor, donate, feeGrowth } from '../setup/launchpad/poolHelpers.ts'

const WIDTH = 200
const ratio = Number(Curve.pool.sqrtPriceX96) / 2 ** 96
const opening = Math.floor((2 * Math.log(ratio)) / Math.log(1.0001) / WIDTH) * WIDTH

let service: LaunchService
let washer: Address
let honest: Address
let owner: Address
let launcher: Address
let washed: Address
let traded: Address
beforeAll(async () => {
  service = await startLaunchService()
  const { chain } = service
  const [first, second, third, fourth] = chain.accounts as [Address, Address, Address, Address]
  ;[washer, honest, launcher, owner] = [first, second, third, fourth]
  await chain.mine([
    Launch.create(launcher, { name: 'Washed', symbol: 'WASH' }),
    Launch.create(owner, { name: 'Traded', symbol: 'TRADE' }),
  ])
  ;[washed, traded] = (await chain.curves()).map(({ token }) => token) as [Address, Address]
  await chain.mine([Launch.buy(washer, washed, parseEther('5')), Launch.buy(honest, traded, parseEther('5'))])
})
afterAll(() => service[Symbol.asyncDispose]())

type Growth = { address: string; fee_growth0: string; fee_growth1: string }

/** The index equals the pool manager's own counters, bit for bit. */
async function expectExactGrowth(): Promise<void> {
  const { rows } = await sql<Growth>`
    select address, fee_growth0, fee_growth1 from launch_curves join launch_tokens using (id) where graduated`.execute(
    service.database.kysely,
  )
  expect(rows).toHaveLength(2)
  for (const { address, fee_growth0, fee_growth1 } of rows)
    expect([BigInt(fee_growth0), BigInt(fee_growth1)]).toEqual(await feeGrowth(service.chain, address as Address))
}

describe('volume traded against the trader’s own liquidity', () => {
  test('is shown but not ranked: rankings count volume whose fee reached the launch', async () => {
    const { chain } = service
    const liquidity = Curve.pool.liquidity * 50n
    await chain.mine(Launch.addPosition(washer, washed, { tickLower: opening - WIDTH, tickUpper: opening, liquidity }))
    for (let round = 0; round < 12; round++)
      await chain.mine([
        Launch.swapIn(washer, washed, parseEther('1')),
        ...Launch.swapOut(washer, washed, parseEther('70000000')),
      ])
    await chain.mine([Launch.swapIn(honest, traded, parseEther('1'))])
    await chain.mine(Launch.swapOut(honest, traded, parseEther('20000000')))
    await service.settled()
    const [first, second] = (await service.get('/api/launchpad/tokens?sort=volume')).tokens
    expect([first.symbol, second.symbol]).toEqual(['TRADE', 'WASH'])
    // The wash trader shows many times the volume, and paid fees for a small part of it.
    expect(BigInt(second.volume24hEth)).toBeGreaterThan(4n * BigInt(first.volume24hEth))
    const pooled = BigInt(second.feeBackedVolume24hEth) - parseEther('2.893')
    expect(pooled * 30n).toBeLessThan(BigInt(second.volume24hEth))
    const { leaderboard } = await service.get('/api/launchpad/stats')
    expect(leaderboard.tokens[0].symbol).toBe('TRADE')
    expect(leaderboard.creators[0].address).toBe(owner)
    await expectExactGrowth()
  })

  test('a fresh index counts the same, whatever was swapped, added, removed or donated', async () => {
    const { chain } = service
    const donor = await deployDonor(chain, washer)
    const before = await service.get(`/api/launchpad/token?address=${traded}`)
    await chain.mine([donate(washer, traded, { donor, eth: parseEther('0.5') })])
    await chain.mine([Launch.swapIn(honest, traded, 1n), Launch.swapIn(honest, washed, 12_345n)])
    await chain.mine([Launch.claim(owner, traded), Launch.swapIn(washer, traded, parseEther('40'))])
    await chain.mine(Launch.swapOut(washer, washed, parseEther('150000000')))
    await service.settled()
    await expectExactGrowth()
    const after = await service.get(`/api/launchpad/token?address=${traded}`)
    // A donation of half an ETH is not volume, though it earns as much in fees as fifty ETH of volume.
    expect(BigInt(after.feeBackedVolumeEth) - BigInt(before.feeBackedVolumeEth)).toBeLessThan(parseEther('41'))
    expect(await contentsOf(service.database)).toEqual(await freshContents(chain))
  })
})

test('a claim pays the shown amount to the wei, the pool’s share included', async () => {
  const { chain } = service
  for (const [creator, token] of [
    [owner, traded],
    [launcher, washed],
  ] as const) {
    const { creatorFees } = await service.get(`/api/launchpad/token?address=${token}`)
    expect(BigInt(creatorFees.pendingInPool)).toBeGreaterThan(0n)
    await chain.mine([Launch.claim(creator, token)])
    await service.settled()
    const paid = await service.get(`/api/launchpad/token?address=${token}`)
    expect(BigInt(paid.creatorFees.claimed) - BigInt(creatorFees.claimed)).toBe(BigInt(creatorFees.claimable))
    expect(paid.creatorFees).toMatchObject({ claimable: '0', pendingInPool: '0' })
  }
})

test('a claim pays the shown amount to the wei, however often the treasury claims in between', async () => {
  const { chain } = service
  await chain.mine([Launch.create(honest, { name: 'Odd', symbol: 'ODD' })])
  const odd = (await chain.curves()).at(-1)!.token
  // Fees of one wei each, which cannot be halved one by one.
  for (let round = 0; round < 3; round++)
    await chain.mine([Launch.buy(washer, odd, 100n), Launch.claimForTreasury(washer, [odd])])
  await service.settled()
  const shown = (await service.get(`/api/launchpad/token?address=${odd}`)).creatorFees
  expect(shown).toEqual({ claimable: '1', pendingInPool: '0', claimed: '0' })
  await chain.mine([Launch.claim(honest, odd), Launch.buy(washer, odd, 100n)])
  await service.settled()
  const after = (await service.get(`/api/launchpad/token?address=${odd}`)).creatorFees
  expect(after).toEqual({ claimable: '1', pendingInPool: '0', claimed: '1' })
  const { creatorFees } = (await chain.curves()).at(-1) as unknown as { creatorFees: bigint }
  expect(creatorFees).toBe(1n)
})

describe('a trade in the pool', () => {
  const newest = async () => (await service.get(`/api/launchpad/trades?address=${traded}&limit=1`)).trades[0]

  test('of one wei is a buy by the sender of the transaction', async () => {
    await service.chain.mine([Launch.swapIn(washer, traded, 1n)])
    await service.settled()
    expect(await newest()).toMatchObject({ side: 'buy', ethAmount: '1', tokenAmount: '0', trader: washer })
  })

  test('belongs to the final recipient of the tokens, not to the router', async () => {
    const receiver = service.chain.accounts[4] as Address
    await service.chain.mine([Launch.swapInThroughRouter(honest, traded, { value: parseEther('0.02'), receiver })])
    await service.settled()
    expect(await newest()).toMatchObject({ side: 'buy', trader: receiver, recipient: receiver })
  })
})

test('tokens that were sent to the pool manager before graduation are shown: all parts make the supply', async () => {
  const { chain } = service
  await chain.mine([Launch.create(honest, { name: 'Early', symbol: 'EARLY', value: parseEther('0.1') })])
  const token = (await chain.curves()).at(-1)!.token
  await chain.mine([Launch.transfer(honest, token, { to: Launch.POOL_MANAGER, amount: parseEther('1000') })])
  await service.settled()
  const { holders, curve, pool } = await service.get(`/api/launchpad/holders?address=${token}`)
  expect(pool.balance).toBe(String(parseEther('1000')))
  const parts = [...holders, curve, pool].map(({ balance }: { balance: string }) => BigInt(balance))
  expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(Curve.cfg.totalSupply)
})

test('candles end with the chain, also when its clock is ahead of this machine’s', async () => {
  const { chain } = service
  await chain.wait(3_600)
  await chain.mine([Launch.swapIn(honest, traded, parseEther('0.01'))])
  await service.settled()
  const { candles } = await service.get(`/api/launchpad/candles?address=${traded}&interval=1m`)
  expect(candles.at(-1)).toMatchObject({ trades: 1, volumeEth: String(parseEther('0.01')) })
})
