import { expect, test } from 'vitest'
import * as Fifo from '#launchpad/wallets/Fifo.ts'
import { seeded } from '../setup/chain/rpcLies.ts'
import { createPurse, holds, openCost, put, takeOut } from '../setup/launchpad/fifoReference.ts'

const HISTORIES = 1_000
const MOVES = 60

const random = seeded(4663)
/** Of any size from one unit to a supply. */
const amount = () => 1n + BigInt(Math.floor(random() * 1e9)) * 10n ** BigInt(Math.floor(random() * 18))
const below = (most: bigint) => 1n + (BigInt(Math.floor(random() * 1e6)) * (most - 1n)) / 1_000_000n

test(`${HISTORIES} random histories equal a reference that shares no code`, () => {
  const seen = { profit: 0, loss: 0, unpriced: 0, open: 0 }
  for (let history = 0; history < HISTORIES; history++) {
    const purse = createPurse()
    const lots: Fifo.Lot[] = []
    let position = Fifo.EMPTY
    for (let count = 0; count < MOVES; count++) {
      const move = nextMove(position.acquired - position.disposed, count)
      position = Fifo.apply(position, lots, move)
      const { kind, tokens, eth } = move
      if (kind === 'buy' || kind === 'received') put(purse, tokens, kind === 'buy' ? eth : null)
      else takeOut(purse, tokens, kind === 'sell' ? eth : null)
      expect(position.acquired - position.disposed).toBe(holds(purse))
      expect(position.realised).toBe(purse.profit)
      expect(position.unpricedEth).toBe(purse.unpriced)
      expect(position.boughtEth - position.usedCost).toBe(openCost(purse))
    }
    expect(position).toMatchObject({
      ...{ bought: purse.in.buy, boughtEth: purse.paid, sold: purse.out.sell, soldEth: purse.got },
      acquired: purse.in.buy + purse.in.received,
      disposed: purse.out.sell + purse.out.sent,
    })
    seen.profit += Number(purse.profit > 0n)
    seen.loss += Number(purse.profit < 0n)
    seen.unpriced += Number(purse.unpriced > 0n)
    seen.open += Number(openCost(purse) > 0n)
  }
  for (const times of Object.values(seen)) expect(times).toBeGreaterThan(HISTORIES / 20)
})

function nextMove(held: bigint, at: number): Fifo.Move {
  const chance = random()
  if (held === 0n || chance < 0.35) return { kind: 'buy', tokens: amount(), eth: amount(), at }
  if (chance < 0.45) return { kind: 'received', tokens: amount(), eth: 0n, at: null }
  const tokens = random() < 0.1 ? held : below(held)
  return chance < 0.9 ? { kind: 'sell', tokens, eth: amount(), at } : { kind: 'sent', tokens, eth: 0n, at: null }
}

test('a sale uses the oldest tokens first, and tokens that were received bring no profit', () => {
  const lots: Fifo.Lot[] = []
  const moves: Fifo.Move[] = [
    { kind: 'buy', tokens: 10n, eth: 100n, at: 1 },
    { kind: 'received', tokens: 10n, eth: 0n, at: null },
    { kind: 'buy', tokens: 10n, eth: 300n, at: 2 },
    { kind: 'sell', tokens: 25n, eth: 1_000n, at: 3 },
  ]
  const position = moves.reduce((before, move) => Fifo.apply(before, lots, move), Fifo.EMPTY)
  // 15 of the 25 were bought, 10 for 100 and 5 for 150: 600 less 250.
  expect(position).toMatchObject({ realised: 350n, unpricedEth: 400n, usedCost: 250n, firstSoldAt: 3, trades: 3 })
})
