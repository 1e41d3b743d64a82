import { type Address, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEvents } from '../setup/eventStream.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { type LaunchService, startLaunchService } from '../setup/launchpad/launchService.ts'
import { removePosition } from '../setup/launchpad/poolActivity.ts'
import { type Logged, readRawChain } from '../setup/launchpad/rawChain.ts'
import { poolIdOf } from '../setup/launchpad/recountTrades.ts'

let service: LaunchService
let token: Address
let other: Address
let bob: Address
let logs: Logged[]

beforeAll(async () => {
  service = await startLaunchService()
  const { chain } = service
  const [ann, second] = chain.accounts as [Address, Address]
  bob = second
  for (const name of ['Pooled', 'Other']) await chain.mine([Launch.create(ann, { name, symbol: name.toUpperCase() })])
  ;[token, other] = (await chain.curves()).slice(-2).map((curve) => curve.token) as [Address, Address]
  await chain.mine([Launch.buy(bob, token, parseEther('6'))])
  for (const [index, liquidity] of [10n ** 20n, 3n * 10n ** 21n, 7n].entries()) {
    const tickUpper = 176_000 - 4_000 * index
    await chain.mine(Launch.addPosition(bob, token, { tickLower: tickUpper - 2_000, tickUpper, liquidity }))
    await chain.mine([Launch.swapIn(bob, token, parseEther('0.4'))])
  }
  // The newest position, out of the pool.
  await chain.mine(await removePosition(chain, () => 0.6))
  await service.settled()
  logs = (await readRawChain(chain)).logs
})
afterAll(() => service?.[Symbol.asyncDispose]())

/** Wei and tokens of liquidity in floating point, from the definition of concentrated liquidity. */
function amountsOf(liquidity: number, sqrtPrice: number, [low, high]: [number, number]) {
  const [a, b] = [1.0001 ** (low / 2), 1.0001 ** (high / 2)]
  const p = Math.min(Math.max(sqrtPrice, a), b)
  return { eth: liquidity * (1 / p - 1 / b), tokens: liquidity * (p - a) }
}

function expected() {
  let price = 0
  const moves: { log: Logged; price: number }[] = []
  for (const log of logs) {
    if (log.args.id === poolIdOf(token) && log.name === 'ModifyLiquidity') moves.push({ log, price })
    if (log.name === 'Graduated' || log.args.id === poolIdOf(token))
      price = Number(log.args.sqrtPriceX96 ?? 0n) / 2 ** 96 || price
  }
  // The first is the launchpad's own.
  return moves.slice(1).toReversed()
}

const read = (query = '') => service.get(`/api/launchpad/liquidity?address=${token}${query}`)

test('moves are those of the raw logs, newest first, with the amounts at the price before them', async () => {
  const { moves } = await read()
  const wanted = expected()
  expect(wanted.map(({ log }) => log.args.liquidityDelta > 0n)).toEqual([false, true, true, true])
  expect(moves).toMatchObject(
    wanted.map(({ log: { args, at, block, logIndex, tx } }) => ({
      kind: args.liquidityDelta > 0n ? 'added' : 'removed',
      ...{ liquidityDelta: String(args.liquidityDelta), tickLower: args.tickLower, tickUpper: args.tickUpper },
      ...{ sender: args.sender, positionId: String(BigInt(args.salt)), block, logIndex, transactionHash: tx },
      timestamp: new Date(at * 1000).toISOString(),
    })),
  )
  for (const [index, { log, price }] of wanted.entries()) {
    const { args } = log
    const { eth, tokens } = amountsOf(Math.abs(Number(args.liquidityDelta)), price, [args.tickLower, args.tickUpper])
    const { ethAmount, tokenAmount } = moves[index]
    // Rounding adds one unit at most.
    expect(Math.abs(Number(ethAmount) - eth)).toBeLessThanOrEqual(1 + eth * 1e-9)
    expect(Math.abs(Number(tokenAmount) - tokens)).toBeLessThanOrEqual(1 + tokens * 1e-9)
  }
})

test('moves come in pages, and a launch on its curve has none', async () => {
  const first = await read('&limit=2')
  const second = await read(`&limit=2&cursor=${encodeURIComponent(first.nextCursor)}`)
  expect([...first.moves, ...second.moves]).toEqual((await read()).moves)
  expect(second.nextCursor).toBeUndefined()
  expect((await service.get(`/api/launchpad/liquidity?address=${other}`)).moves).toEqual([])
  expect((await service.get(`/api/launchpad/liquidity?address=${bob}`)).code).toBe('not_found')
})

async function eventsOf(query: string, mine: () => Promise<void>) {
  await using stream = readEvents(await service.fetch(`/api/launchpad/events?${query}`))
  await stream.until(({ event }) => event === 'ready')
  await mine()
  await service.settled()
  await stream.until(({ event, data }) => event === 'trade' && data['ethAmount'] === String(parseEther('0.77')))
  return stream.frames.filter(({ event }) => event === 'trade').map(({ data }) => [data['address'], data['ethAmount']])
}

test('a stream of some tokens above a size has these trades and no others', async () => {
  const { chain } = service
  await chain.mine([Launch.create(bob, { name: 'Third', symbol: 'THIRD' })])
  await service.settled()
  const third = await Launch.newestToken(chain)
  const trade = (launch: Address, eth: string) => Launch.buy(bob, launch, parseEther(eth))
  const mine = async () => {
    await chain.mine([trade(other, '0.01'), trade(third, '0.5'), trade(other, '0.2')])
    await chain.mine([Launch.swapIn(bob, token, parseEther('0.3')), Launch.swapIn(bob, token, parseEther('0.05'))])
    await chain.mine([trade(other, '0.77')])
  }
  const some = `addresses=${other},${token}&minEth=${parseEther('0.1')}`
  expect(await eventsOf(`${some}&kinds=trade`, mine)).toEqual([
    [other, `${parseEther('0.2')}`],
    [token, `${parseEther('0.3')}`],
    [other, `${parseEther('0.77')}`],
  ])
  const { events } = await service.get(`/api/launchpad/events?${some}&kinds=trade&after=0`)
  expect(events.every(({ data }: { data: { ethAmount: string } }) => BigInt(data.ethAmount) >= parseEther('0.1'))).toBe(
    true,
  )
  const both = await service.get(`/api/launchpad/events?address=${other}&addresses=${token}&after=0`)
  expect([both.code, both.message]).toEqual(['invalid_argument', expect.stringContaining('address or addresses')])
})
