import fc from 'fast-check'
import { decodeFunctionData, encodeFunctionData, erc20Abi, type Hex, maxUint256, parseEther } from 'viem'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { DAY } from '#mandates/rules/caveats.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import type { SpendGrant } from '#mandates/rules/Grant.ts'
import { startTestDevnet, type TestDevnet } from '../setup/chain/devnet.ts'
import { AGENT, type Mandate, OWNER, openMandate } from '../setup/mandates/mandate.ts'

/**
 * Random sequences of an agent that tries everything, on the real contracts: whatever it does, the owner's ETH falls by no
 * more than the policy in any 24 hours, no token leaves but by allowed sales, and nothing passes after a revocation.
 * `SEED` repeats a run.
 */

const isDeep = inject('deep')
const SEQUENCES = Number(process.env['SEQUENCES'] ?? (isDeep ? 10_000 : 200))
const SEED = Number(process.env['SEED'] ?? (isDeep ? Date.now() % 2 ** 31 : 38))
vi.setConfig({ testTimeout: 7_200_000, hookTimeout: 600_000 })

let devnet: TestDevnet
let mandate: Mandate
let snapshot: Hex
beforeAll(async () => {
  devnet = await startTestDevnet()
  mandate = await openMandate(devnet)
  snapshot = await devnet.snapshot()
})
afterAll(() => devnet[Symbol.asyncDispose]())

const ETH_PER_DAY = parseEther('1')
const GRANT: SpendGrant = {
  kind: 'spend',
  actions: ['buy', 'launch'],
  ethPerDay: ETH_PER_DAY,
  ethPerTrade: parseEther('0.5'),
}
const SOLD_MAX = parseEther('500')
const SALES = 3n

/** A step of the agent; `wait` is the seconds before it. */
const Step = fc.record({
  deed: fc.constantFrom('buy', 'launch', 'sell', 'buyFor', 'transfer', 'approve', 'send', 'twice', 'revoke'),
  // Between a wei and twice the cap of a trade, in hundredths.
  share: fc.integer({ min: 1, max: 200 }),
  wait: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 2 * Number(DAY) })),
  isSelling: fc.boolean(),
})
type Step = { deed: string; share: number; wait: number; isSelling: boolean }

function executionOf({ deed, share }: Step): Delegation.Execution {
  const { launchpad } = mandate.targets
  const { token, agent } = mandate
  const value = (GRANT.ethPerTrade * BigInt(share)) / 100n
  const amount = (SOLD_MAX * BigInt(share)) / 100n
  const onPad = (functionName: string, args: readonly unknown[], paid = 0n) => ({
    to: launchpad,
    value: paid,
    data: encodeFunctionData({ abi: launchpadAbi, functionName, args } as never),
  })
  if (deed === 'launch') return onPad('createToken', ['Sequence', 'SEQ', 0n], value)
  if (deed === 'sell') return onPad('sell', [token, amount, 0n])
  if (deed === 'buyFor') return onPad('buyFor', [token, 0n, agent, maxUint256], value)
  if (deed === 'transfer')
    return {
      to: token,
      value: 0n,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [agent, amount] }),
    }
  if (deed === 'approve')
    return {
      to: token,
      value: 0n,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [agent, amount] }),
    }
  if (deed === 'send') return { to: agent, value, data: '0x' }
  return onPad('buy', [token, 0n], value)
}

type Held = { eth: bigint; tokens: bigint }

async function held(account = mandate.owner): Promise<Held> {
  const [eth, tokens] = await Promise.all([
    devnet.client.getBalance({ address: account }),
    devnet.client.readContract({ abi: erc20Abi, address: mandate.token, functionName: 'balanceOf', args: [account] }),
  ])
  return { eth, tokens }
}

type Loss = { at: bigint; eth: bigint }

async function play(steps: readonly Step[]): Promise<number> {
  const [spending, selling] = await Promise.all([
    mandate.sign(GRANT),
    mandate.sign(
      { kind: 'sell', token: mandate.token, amountPerTrade: SOLD_MAX, ethPerTradeMin: 0n },
      { trades: SALES },
    ),
  ])
  const losses: Loss[] = []
  let [sold, passed, isRevoked] = [0n, 0, false]
  let [before, at] = [await held(), await mandate.now()]
  for (const step of steps) {
    at += BigInt(step.wait)
    await devnet.setNextTimestamp(at)
    if (step.deed === 'revoke') isRevoked = await revoke(spending, selling)
    const isPassed = step.deed !== 'revoke' && (await attempt(step.isSelling ? selling : spending, step))
    const after = await held()
    if (isPassed) passed += 1
    expect(isRevoked && isPassed, 'a redemption after the revocation').toBe(false)
    // The gas of a revocation is paid by the owner, and is not a loss to the agent.
    if (step.deed !== 'revoke' && before.eth > after.eth) losses.push({ at, eth: before.eth - after.eth })
    if (before.tokens > after.tokens) sold += before.tokens - after.tokens
    before = after
  }
  for (const { at } of losses) expect(lostWithin(losses, at)).toBeLessThanOrEqual(ETH_PER_DAY)
  expect(sold).toBeLessThanOrEqual(SOLD_MAX * SALES)
  expect((await held(mandate.agent)).tokens).toBe(0n)
  return passed
}

/** The loss of the 24 hours that end here. */
function lostWithin(losses: readonly Loss[], end: bigint): bigint {
  return losses.filter(({ at }) => at <= end && at > end - DAY).reduce((sum, { eth }) => sum + eth, 0n)
}

/** Whether the chain accepts it. */
async function attempt(signed: Delegation.SignedDelegation, step: Step): Promise<boolean> {
  const execution = executionOf(step)
  const data = step.deed === 'twice' ? twice(signed, execution) : Delegation.redeem(signed, execution)
  return (await devnet.submit(AGENT, { to: FRAMEWORK.DelegationManager, data })).status === 'success'
}

/** Two redemptions of one mandate in one transaction. */
function twice(signed: Delegation.SignedDelegation, execution: Delegation.Execution): Hex {
  const { args } = decodeFunctionData({ abi: Delegation.managerAbi, data: Delegation.redeem(signed, execution) })
  const both = (args as unknown as readonly Hex[][]).map(([one]) => [one, one])
  return encodeFunctionData({ abi: Delegation.managerAbi, functionName: 'redeemDelegations', args: both as never })
}

/** Revokes both mandates. A second revocation of the same one reverts, which changes nothing. */
async function revoke(...list: Delegation.SignedDelegation[]): Promise<boolean> {
  for (const signed of list)
    await devnet.submit(OWNER, { to: FRAMEWORK.DelegationManager, data: Delegation.revoke(signed) })
  return true
}

test(`${SEQUENCES} sequences never cost the owner more than the policy`, async () => {
  let passed = 0
  const property = fc.asyncProperty(fc.array(Step, { minLength: 3, maxLength: 8 }), async (steps) => {
    passed += await play(steps)
    await devnet.revert(snapshot)
    snapshot = await devnet.snapshot()
  })
  await fc.assert(property, { numRuns: SEQUENCES, seed: SEED })
  // A run in which nothing passes would prove nothing.
  expect(passed).toBeGreaterThan(SEQUENCES / 4)
})
