import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Chain } from '#chain/Chain.ts'
import * as v3 from '#liquidity/calldata/v3.ts'
import type { Draft } from '#liquidity/deposits/Draft.ts'
import { completeAnswer } from './completeAnswer.ts'

const wallet: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const manager: Address = '0xC36442b4a4522E871399CD717aBDD847Ab11FE88'
const chain = { id: 1, facts: { isOwnNode: true, uniswap: { v3: { positionManager: manager } } } } as unknown as Chain

const NOTHING = { amount0: 0n, amount1: 0n }
const attest = { transaction: async () => 'signed', message: async () => 'signed' }
const schema = z.object({ walletAddress: z.string() })

const draft: Draft = {
  to: manager,
  payload: v3.claim(7n, { recipient: wallet }, NOTHING),
  block: { number: 9n, timestamp: 0n },
  summary: 'Collect.',
  stated: { positionId: 7n, moves: [] },
  limits: { pay: [], receive: [] },
  tokens: [],
  approvals: () => [],
}

test('a transaction that does what its answer states is returned', async () => {
  const { transaction, rest } = await completeAnswer(chain, draft, {
    request: { walletAddress: wallet, simulateTransaction: false },
    schema,
    now: 0,
    attest,
  })
  expect(transaction).toMatchObject({ to: manager, from: wallet, value: '0x00', chainId: 1 })
  expect(rest).toMatchObject({ summary: 'Collect. Network fee not estimated.', blockNumber: '9', statement: 'signed' })
})

test.each<[string, Partial<Draft>]>([
  ['of another position', { stated: { positionId: 8n, moves: [] } }],
  ['to another contract', { to: wallet }],
  ['for another wallet', { payload: v3.claim(7n, { recipient: manager }, NOTHING) }],
])('a transaction %s is withheld', async (_name, change) => {
  const wrong = completeAnswer(
    chain,
    { ...draft, ...change },
    { request: { walletAddress: wallet, simulateTransaction: false }, schema, now: 0, attest },
  )
  await expect(wrong).rejects.toThrow(/does not match its statement/)
})
