import { expect, test } from 'vitest'
import type { Wallet } from './Provider.ts'
import { byRecency } from './recentWallets.ts'

const wallets = ['a', 'b', 'c', 'd'].map((rdns) => ({ info: { rdns } }) as Wallet)
const namesOf = (recent: string[]) => byRecency(wallets, recent).map(({ info }) => info.rdns)

test('wallets that were used before come first, the others keep their order', () => {
  expect(namesOf(['c', 'gone', 'b'])).toEqual(['c', 'b', 'a', 'd'])
  expect(namesOf([])).toEqual(['a', 'b', 'c', 'd'])
})
