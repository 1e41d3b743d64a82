import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import * as Curve from '#launchpad/contract/Curve.ts'
import type * as Event from '#launchpad/indexer/chain/Event.ts'
import { BURNED } from '#launchpad/records/Launch.ts'
import { derive } from './derive.ts'

const [FACTORY, POOL_MANAGER, TOKEN, ANN, BOB] = ['0xfa', '0xaa', '0x70', '0xa1', '0xb0']
const OPENING = 3_600
const NONE = { launches: new Map(), ticks: new Map(), accountsOf: new Map() }

/** The events of one launch with an opening and of the buys in it, numbered in order. */
function opening({ lockDays }: { lockDays: number }) {
  const events: Event.Event[] = []
  const place = (block: number) => ({ position: block * 2 ** 20 + events.length, block, transactionHash: `0x${block}` })
  let curve = { realEth: 0n, sold: 0n }
  const move = (block: number, to: string, amount: bigint, from = FACTORY as string) =>
    events.push({ ...place(block), kind: 'transfer', token: TOKEN, from, to, amount })
  events.push({ ...place(1), kind: 'created', token: TOKEN, creator: ANN, name: 'A', symbol: 'A' })
  move(1, FACTORY, Curve.cfg.totalSupply, zeroAddress)
  events.push({ ...place(1), kind: 'options', token: TOKEN, feeHolder: ANN, openingSeconds: OPENING, lockDays })
  return {
    events,
    buy(block: number, recipient: string, surchargeBps: number) {
      const eth = 10n ** 16n
      const { tokensOut, fee } = Curve.buyQuote(curve, eth)
      const withheld = Curve.withheldUp(tokensOut, surchargeBps)
      curve = { realEth: curve.realEth + eth - fee, sold: curve.sold + tokensOut }
      const tokens = tokensOut - withheld
      events.push({
        ...place(block),
        kind: 'trade',
        token: TOKEN,
        trader: BOB,
        recipient,
        isBuy: true,
        eth,
        tokens,
        fee,
        ...curve,
      })
      move(block, recipient, tokens)
      if (withheld > 0n) move(block, BURNED, withheld)
    },
  }
}

const run = (events: readonly Event.Event[]) =>
  derive(events, NONE, {
    factory: FACTORY,
    splitFactory: '0x5f',
    poolManager: POOL_MANAGER,
    windowStart: 0,
    timeOf: (block) => 1_000 + block,
    acceptedSwaps: new Set(),
    senderOf: () => undefined,
  })

const surchargeAfter = (seconds: number) => Curve.surchargeBps(OPENING, seconds)

test('only the first buy of a launch with a lock is exempt from the opening', () => {
  const launch = opening({ lockDays: 30 })
  launch.buy(1, TOKEN, 0)
  launch.buy(2, BOB, surchargeAfter(1))
  launch.buy(3, TOKEN, surchargeAfter(2))
  expect(run(launch.events).trades).toHaveLength(3)
})

test('a first buy that is locked for less than 30 days pays the surcharge of the first second', () => {
  const launch = opening({ lockDays: 29 })
  launch.buy(1, TOKEN, surchargeAfter(0))
  expect(run(launch.events).trades).toHaveLength(1)
})

test('a buy for the token itself in the opening of a launch without a lock pays the surcharge', () => {
  const launch = opening({ lockDays: 0 })
  launch.buy(2, TOKEN, surchargeAfter(1))
  expect(run(launch.events).trades).toHaveLength(1)
})

test('an error in the handling of an event names the launch it belongs to', () => {
  const launch = opening({ lockDays: 0 })
  const [created] = launch.events
  const broken = { ...created, position: 2 ** 21, kind: 'released', amount: 1 } as unknown as Event.Event
  expect(() => run([...launch.events, broken])).toThrow(
    expect.objectContaining({
      token: TOKEN,
      asideFrom: 2 ** 21,
      message: expect.stringContaining('cannot be applied'),
    }),
  )
})
