import { expect, it } from 'vitest'
import { tokensTo } from './received.ts'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const [token, account, other] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string]
const topic = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
const transfer = (address: string, to: string, amount: bigint) => ({
  address,
  topics: [TRANSFER, topic(other), topic(to)],
  data: `0x${amount.toString(16)}`,
})

it('counts the transfers of the token to the account and no others', () => {
  const logs = [
    transfer(token, account, 5n),
    transfer(token.toUpperCase().replace('X', 'x'), account, 2n),
    transfer(token, other, 100n),
    transfer(other, account, 1_000n),
  ]
  expect(tokensTo({ logs }, token, account)).toBe(7n)
})
