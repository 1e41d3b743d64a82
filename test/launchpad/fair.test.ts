import { type Address, parseEther, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as Curve from '#launchpad/contract/Curve.ts'
import { createActivity } from '../setup/launchpad/launchActivity.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { contentsOf, freshContents } from '../setup/launchpad/launchIndex.ts'
import { type LaunchService, startLaunchService } from '../setup/launchpad/launchService.ts'
import { expectTruth } from '../setup/launchpad/launchTruth.ts'

const BURNED = '0x000000000000000000000000000000000000dEaD'

let service: LaunchService
let ann: Address
let bob: Address
let holder: Address
let fair: Address
beforeAll(async () => {
  service = await startLaunchService()
  ;[ann, bob, holder] = service.chain.accounts as [Address, Address, Address]
  const options = { feeHolder: holder, openingSeconds: 3_600, lockDays: 30 }
  await service.chain.mine([
    Launch.createWith(ann, { name: 'Fair', symbol: 'FAIR', value: parseEther('0.1') }, options),
  ])
  fair = (await service.chain.curves())[0]!.token
  await service.settled()
})
afterAll(() => service[Symbol.asyncDispose]())

const token = () => service.get(`/api/launchpad/token?address=${fair}`)

describe('a fair launch', () => {
  test('shows its opening, its lock and who holds its fees', async () => {
    const first = Curve.buyQuote(Curve.untouched, parseEther('0.1'))
    const body = await token()
    expect(body).toMatchObject({
      creator: ann,
      currentCreator: holder,
      feeHolder: holder,
      burned: '0',
      holders: 0,
      lock: { days: 30, amount: String(first.tokensOut), released: '0' },
      tokensSold: String(first.tokensOut),
    })
    expect(body.opening.surchargeBps).toBeGreaterThan(9_000)
    expect(new Date(body.opening.endsAt).getTime()).toBe(new Date(body.createdAtTimestamp).getTime() + 3_600_000)
  })

  test('a locked first buy is the creator’s, and not a buyer in the first block', async () => {
    const { signals, lock } = await token()
    const share = Number((BigInt(lock.amount) * 10_000n) / Curve.cfg.totalSupply)
    expect(share).toBeGreaterThan(900)
    expect(signals).toMatchObject({ creatorBalance: '0', creatorShareBps: share, firstBlockBuyers: [] })
    const list = await service.get('/api/launchpad/tokens?include=glance')
    expect(list.tokens[0].glance).toMatchObject({ creatorShareBps: share, firstBlockBuyers: 0 })
    expect(await service.get('/api/launchpad/tokens?maxCreatorShareBps=900')).toMatchObject({ total: 0, tokens: [] })
    expect(await service.get('/api/launchpad/tokens?maxCreatorShareBps=1000')).toMatchObject({ total: 1 })
  })

  test('a buy in the opening gets less, the rest is burned and leaves the market cap', async () => {
    const before = await token()
    await service.chain.wait(900)
    await service.chain.mine([Launch.buy(bob, fair, parseEther('0.1'))])
    await service.settled()
    const body = await token()
    const { trades } = await service.get(`/api/launchpad/trades?address=${fair}&limit=1`)
    const moved = BigInt(body.tokensSold) - BigInt(before.tokensSold)
    expect(BigInt(trades[0].tokenAmount) + BigInt(body.burned)).toBe(moved)
    expect(BigInt(body.burned)).toBeGreaterThan(moved / 2n)
    expect(body.holders).toBe(1)
    const whole = Curve.marketCap({ realEth: BigInt(body.realEthRaised), sold: BigInt(body.tokensSold) })
    expect(BigInt(body.marketCapEth)).toBe(
      (whole * (Curve.cfg.totalSupply - BigInt(body.burned))) / Curve.cfg.totalSupply,
    )
    const page = await service.get(`/api/launchpad/holders?address=${fair}`)
    expect(page).toMatchObject({
      total: 1,
      holders: [{ address: bob }],
      burned: { address: BURNED, balance: body.burned },
      locked: { address: fair, balance: body.lock.amount },
    })
    const parts = [...page.holders, page.curve, page.burned, page.locked].map(({ balance }) => BigInt(balance))
    expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(Curve.cfg.totalSupply)
  })

  test('the lock is released by the second to the holder of the creator’s right', async () => {
    const { lock } = await token()
    await service.chain.wait(15 * 86_400)
    await service.chain.mine([Launch.releaseLock(bob, fair)])
    await service.settled()
    const body = await token()
    expect(body.opening).toMatchObject({ surchargeBps: 0 })
    expect(body.lock.amount).toBe(lock.amount)
    expect(BigInt(body.lock.released) * 2n).toBeGreaterThanOrEqual(BigInt(lock.amount))
    const { holders } = await service.get(`/api/launchpad/holders?address=${fair}`)
    expect(holders.find(({ address }: { address: string }) => address === holder).balance).toBe(body.lock.released)
  })

  test('a plain launch shows none of it', async () => {
    await service.chain.mine([Launch.create(ann, { name: 'Plain', symbol: 'PLAIN', value: 1_000_000n })])
    await service.settled()
    const plain = (await service.chain.curves())[1]!.token
    const body = await service.get(`/api/launchpad/token?address=${plain}`)
    expect(body).toMatchObject({ opening: null, lock: null, feeHolder: null, burned: '0' })
  })
})

test('after random fair launches the tables equal the chain and a fresh index', async () => {
  const { chain } = service
  const activity = createActivity(chain, 14)
  for (const openingSeconds of [60, 3_600])
    await chain.mine([
      Launch.createWith(ann, { name: 'Open', symbol: 'OPEN' }, { feeHolder: zeroAddress, openingSeconds }),
    ])
  const snapshot = await chain.snapshot()
  await activity.run(15)
  await service.settled()
  await chain.revert(snapshot)
  await activity.run(20)
  await service.settled()
  const contents = await contentsOf(service.database)
  await expectTruth(chain, contents)
  expect(contents).toEqual(await freshContents(chain))
})
