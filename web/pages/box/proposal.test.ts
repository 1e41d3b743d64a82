import { expect, it } from 'vitest'
import { proposalOf } from './proposal.ts'

const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const TOKEN = '0x8026adeE01cC5a485dCa53dE347984E5d986Fa9c'
const card = (path: string, body: object, method = 'POST') => ({ chainId: 4663, rebuild: { method, path, body } })

it('reads a trade on the launchpad as a request to the service', () => {
  const data = card('/api/launchpad/prepare', { action: 'buy', from: WALLET, token: TOKEN, value: '1' })
  expect(proposalOf(data, 4663)).toMatchObject({ kind: 'launchpad', wallet: WALLET, body: { action: 'buy' } })
})

it('leads from a new position to the builder with everything carried over', () => {
  const pool = { token0Address: WALLET, token1Address: TOKEN, poolReference: TOKEN }
  const body = {
    walletAddress: WALLET,
    chainId: 4663,
    protocol: 'V3',
    existingPool: pool,
    tickBounds: { tickLower: -60, tickUpper: 60 },
    independentToken: { tokenAddress: TOKEN, amount: '5' },
  }
  const found = proposalOf(card('/lp/create', body), 4663)
  expect(found).toMatchObject({ kind: 'liquidity', path: 'create', tokens: [WALLET, TOKEN] })
  const { searchParams } = new URL(found?.kind === 'liquidity' ? (found.builder ?? '') : '', 'http://site')
  expect(Object.fromEntries(searchParams)).toMatchObject({ protocol: 'v3', lower: '-60', upper: '60', amountB: '5' })
})

it('reads the execution of an order by its number alone', () => {
  const order = `0x${'ab'.repeat(32)}`
  const data = { chainId: 4663, wallet: WALLET, order, steps: [{ transaction: { to: TOKEN, data: '0x' } }] }
  expect(proposalOf(data, 4663)).toEqual({ kind: 'execution', wallet: WALLET, order })
  expect(proposalOf({ ...data, order: '../keys' }, 4663)).toBeUndefined()
  expect(proposalOf({ ...data, wallet: 'me' }, 4663)).toBeUndefined()
  expect(proposalOf(data, 1)).toBeUndefined()
})

it('refuses everything else as a proposal: other paths, methods, chains and wallets', () => {
  const body = { from: WALLET, walletAddress: WALLET }
  expect(proposalOf(card('/api/developer/keys', body), 4663)).toBeUndefined()
  expect(proposalOf(card('/lp/create/../../api/boxes', body), 4663)).toBeUndefined()
  expect(proposalOf(card('/api/launchpad/prepare', body, 'DELETE'), 4663)).toBeUndefined()
  expect(proposalOf(card('/api/launchpad/prepare', body), 1)).toBeUndefined()
  expect(proposalOf(card('/api/launchpad/prepare', { from: 'me' }), 4663)).toBeUndefined()
  expect(proposalOf(undefined, 4663)).toBeUndefined()
})

it('leaves permits and simulation to the review', () => {
  const body = { walletAddress: WALLET, signature: '0x00', v4BatchPermitData: {}, simulateTransaction: false }
  expect(proposalOf(card('/lp/increase', body), 4663)).toMatchObject({ body: { walletAddress: WALLET } })
})
