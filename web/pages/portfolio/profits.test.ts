import { expect, test } from 'vitest'
import type { Token, Trade } from '../../api/launchpad.ts'
import { profitOf, sumTrades } from './profits.ts'

const ETH = 10n ** 18n
const TOKEN = '0x00000000000000000000000000000000000000aa'
const trade = (side: Trade['side'], eth: bigint, tokens: bigint) =>
  ({ address: TOKEN, side, ethAmount: String(eth), tokenAmount: String(tokens) }) as Trade
const holding = (balance: bigint) => ({ token: { address: TOKEN, priceEth: '2' } as Token, balance })

test('profit counts what was received and what is left at the current price', () => {
  const sums = sumTrades([trade('buy', 10n, 8n * ETH), trade('sell', 6n, 3n * ETH)])
  expect(profitOf(holding(5n * ETH), sums)).toBe(6n + 10n - 10n)
})

test('profit is unknown where tokens came or went without a trade', () => {
  const sums = sumTrades([trade('buy', 10n, 8n * ETH)])
  expect(profitOf(holding(9n * ETH), sums)).toBeUndefined()
  expect(profitOf(holding(1n), new Map())).toBeUndefined()
})
