import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import { startTestLp, type TestLp } from '../setup/liquidity/lp.ts'
import { AGENT, type Mandate, openMandate } from '../setup/mandates/mandate.ts'

let lp: TestLp
let opened: Mandate
let mandate: Hex
beforeAll(async () => {
  lp = await startTestLp()
  opened = await openMandate(lp.devnet)
  mandate = Delegation.encode(await opened.sign({ kind: 'collect' }))
})
afterAll(() => lp[Symbol.asyncDispose]())

const request = (changed: object = {}) => ({
  walletAddress: opened.owner,
  chainId: 4663,
  protocol: 'V3',
  tokenId: '2',
  mandate,
  ...changed,
})

test('the agent collects the fees of a v3 position, and the owner receives them', async () => {
  const { claim, token0, token1, summary } = await lp.ok('/lp/claim_fees', request())
  expect(claim).toMatchObject({ from: opened.agent, to: FRAMEWORK.DelegationManager, value: '0x00' })
  expect(summary).toContain(`${opened.agent} sends it under the mandate of ${opened.owner}`)
  const tokens = [token0.tokenAddress, token1.tokenAddress]
  const held = (account: Hex) => Promise.all(tokens.map((token) => lp.balance(token, account)))
  const [before, ofAgent] = await Promise.all([held(opened.owner), held(opened.agent)])
  const { to, data, gasLimit } = claim
  expect((await lp.devnet.submit(AGENT, { to, data, gas: BigInt(gasLimit) })).status).toBe('success')
  const after = await held(opened.owner)
  const gained = after.map((amount, index) => amount - (before[index] ?? 0n))
  expect(gained.map(String)).toEqual([token0.amount, token1.amount])
  expect(gained.some((amount) => amount > 0n)).toBe(true)
  expect(await held(opened.agent)).toEqual(ofAgent)
})

test.each([
  ['unwrapped fees', { collectAsWeth: false }, /covers collect in its plain form: leave out collectAsWeth/],
  ['fees of a v4 position', { protocol: 'V4', tokenId: '2' }, /Send a mandate for this call, or let the owner sign it/],
])('%s are refused with the reason', async (_, changed, message) => {
  const { status, body } = await lp.post('/lp/claim_fees', request(changed))
  expect({ status, message: body.message }).toEqual({ status: 400, message: expect.stringMatching(message) })
})
