import { type Address, formatEther, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as Curve from '#launchpad/contract/Curve.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { type LaunchService, startLaunchService } from '../setup/launchpad/launchService.ts'

type Trade = { side: 'buy' | 'sell'; ethAmount: string; tokenAmount: string }

const tokens = (whole: string) => parseUnits(whole, 18)

let service: LaunchService
let washer: Address
let second: Address
let honest: Address
let washed: Address
let traded: Address
beforeAll(async () => {
  service = await startLaunchService()
  ;[washer, second, honest] = service.chain.accounts as [Address, Address, Address]
  await service.chain.mine([
    Launch.create(washer, { name: 'Washed', symbol: 'WASH' }),
    Launch.create(honest, { name: 'Traded', symbol: 'TRADE' }),
  ])
  ;[washed, traded] = (await service.chain.curves()).map(({ token }) => token) as [Address, Address]
  await service.chain.mine([Launch.buy(honest, traded, parseEther('2'))])
  await service.settled()
})
afterAll(() => service[Symbol.asyncDispose]())

const record = (address: Address) => service.get(`/api/launchpad/token?address=${address}`)
const tradesOf = async (address: Address): Promise<Trade[]> =>
  (await service.get(`/api/launchpad/trades?address=${address}`)).trades

describe('the board by volume', () => {
  test('costs what it shows: a creator who washes with a second wallet loses the treasury’s half of the fees', async () => {
    for (let round = 0; round < 3; round++) {
      await service.chain.mine([Launch.buy(second, washed, parseEther('1'))])
      await service.settled()
      const [bought] = await tradesOf(washed)
      await service.chain.mine([Launch.sell(second, washed, BigInt(bought?.tokenAmount ?? 0))])
      await service.settled()
    }
    const { tokens: board } = await service.get('/api/launchpad/tokens?sort=volume')
    expect(board.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['WASH', 'TRADE'])
    const [first, next] = board
    const { creatorFees } = await record(washed)
    const paid = (await tradesOf(washed)).reduce(
      (total, { side, ethAmount }) => (side === 'buy' ? total + BigInt(ethAmount) : total - BigInt(ethAmount)),
      0n,
    )
    const lost = paid - BigInt(creatorFees.claimable)
    const shown = BigInt(first.treasuryFees24hEth)
    // Rank 1 shows 0.0297 ETH and costs 0.0297 ETH; the honest launch shows 0.01 ETH, half of 1 % of 2 ETH.
    expect(Number(formatEther(shown))).toBeCloseTo(0.0297, 3)
    expect(Number(formatEther(lost)) / Number(formatEther(shown))).toBeCloseTo(1, 2)
    expect(Number(formatEther(next.treasuryFees24hEth))).toBeCloseTo(0.01, 6)
  })
})

describe('the number of holders', () => {
  test('counts balances of at least 10,000 tokens, so that a holder costs tokens and not only gas', async () => {
    const before = (await record(traded)).holders
    const wallet = (index: number) => `0x${(index + 0x1000).toString(16).padStart(40, '0')}` as Address
    const give = (index: number, amount: bigint) => Launch.transfer(honest, traded, { to: wallet(index), amount })
    await service.chain.mine([...Array(20).keys()].map((index) => give(index, 1n)))
    await service.settled()
    expect((await record(traded)).holders).toBe(before)
    await service.chain.mine([give(0, tokens('10000') - 1n), give(1, tokens('10000') - 2n), give(20, tokens('10000'))])
    await service.settled()
    expect((await record(traded)).holders).toBe(before + 2)
    await service.chain.mine([Launch.transfer(honest, traded, { to: wallet(1), amount: 1n })])
    await service.settled()
    expect((await record(traded)).holders).toBe(before + 3)
    // A thousand holders hold 1 % of the supply, which costs at least 0.0093 ETH on an untouched curve.
    const price = Curve.buyQuoteExactOut(Curve.untouched, tokens('10000000'))?.ethIn ?? 0n
    expect(Number(formatEther(price))).toBeCloseTo(0.0093, 4)
    const { total } = await service.get(`/api/launchpad/tokens?minHolders=${before + 3}`)
    expect(total).toBe(1)
  })
})
