import fc from 'fast-check'
import { decodeFunctionData, encodeFunctionData, erc20Abi, type Hex, maxUint256, parseEther, toHex } from 'viem'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { DAY } from '#mandates/rules/caveats.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import type { SpendGrant } from '#mandates/rules/Grant.ts'
import { startTestDevnet, type TestDevnet } from '../setup/chain/devnet.ts'
import { type Mandate, openMandate } from '../setup/mandates/mandate.ts'

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
type Request = { method: string; params: readonly unknown[] }
type Answer = { result?: unknown; error?: { message: string } }

/** The answers to requests that the node takes in their order, in one round trip. */
async function inOrder(requests: readonly Request[]): Promise<unknown[]> {
  const body = JSON.stringify(requests.map((request, id) => ({ jsonrpc: '2.0', id, ...request })))
  const headers = { 'content-type': 'application/json' }
  const answers = (await (await fetch(devnet.rpcUrl, { method: 'POST', headers, body })).json()) as Answer[]
  return answers.map(({ result, error }) => {
    if (error) throw new Error(error.message)
    return result
  })
}

const GAS = toHex(3_000_000)

function holdingsOf(account = mandate.owner): Request[] {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] })
  return [
    { method: 'eth_getBalance', params: [account, 'latest'] },
    { method: 'eth_call', params: [{ to: mandate.token, data }, 'latest'] },
  ]
}

function sending(from: string, data: Hex, at: bigint): Request[] {
  return [
    { method: 'evm_setNextBlockTimestamp', params: [toHex(at)] },
    { method: 'eth_sendTransaction', params: [{ from, to: FRAMEWORK.DelegationManager, data, gas: GAS }] },
  ]
}

/** A step at its second: one transaction of the agent, or the owner's two revocations, one a second. */
type Played = { step: Step; at: bigint; requests: Request[] }

function schedule(steps: readonly Step[], start: bigint, signed: Signed): Played[] {
  let at = start
  return steps.map((step) => {
    at += BigInt(step.wait)
    if (step.deed !== 'revoke') return { step, at, requests: sending(mandate.agent, calldataOf(step, signed), at) }
    const requests = signed.flatMap((one, index) => sending(mandate.owner, Delegation.revoke(one), at + BigInt(index)))
    at += BigInt(signed.length - 1)
    return { step, at, requests }
  })
}

type Loss = { at: bigint; eth: bigint }
type Signed = [spending: Delegation.SignedDelegation, selling: Delegation.SignedDelegation]

/** Plays all steps in one round trip, because no step depends on the outcome of another, and then reads the outcomes. */
async function play(steps: readonly Step[]): Promise<number> {
  const signed: Signed = await Promise.all([
    mandate.sign(GRANT),
    mandate.sign(
      { kind: 'sell', token: mandate.token, amountPerTrade: SOLD_MAX, ethPerTradeMin: 0n },
      { trades: SALES },
    ),
  ])
  const played = schedule(steps, (await mandate.now()) + 1n, signed)
  const answers = await inOrder([...holdingsOf(), ...played.flatMap(({ requests }) => [...requests, ...holdingsOf()])])
  const taken = outcomesOf(played, answers)
  const hashes = taken.flatMap(({ sent }) => (sent === undefined ? [] : [sent]))
  const receipts = await inOrder([
    ...hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    ...holdingsOf(mandate.agent),
  ])
  const passed = new Set(hashes.filter((_, index) => (receipts[index] as { status: string }).status === '0x1'))
  judge(heldIn(answers, 0), taken, passed)
  expect(BigInt(receipts.at(-1) as Hex)).toBe(0n)
  return passed.size
}

type Outcome = { step: Step; at: bigint; sent: string | undefined; held: Held }

const heldIn = (answers: readonly unknown[], at: number): Held => ({
  eth: BigInt(answers[at] as Hex),
  tokens: BigInt(answers[at + 1] as Hex),
})

/** The transaction of each step, and the owner's holdings after it. */
function outcomesOf(played: readonly Played[], answers: readonly unknown[]): Outcome[] {
  let place = 2
  return played.map(({ step, at, requests }) => {
    const sent = step.deed === 'revoke' ? undefined : String(answers[place + 1])
    place += requests.length + 2
    return { step, at, sent, held: heldIn(answers, place - 2) }
  })
}

/** The limits of the policy, over all steps. */
function judge(start: Held, taken: readonly Outcome[], passed: ReadonlySet<string>): void {
  const losses: Loss[] = []
  let [before, sold, isRevoked] = [start, 0n, false]
  for (const { step, at, sent, held } of taken) {
    isRevoked ||= step.deed === 'revoke'
    expect(isRevoked && sent !== undefined && passed.has(sent), 'a redemption after the revocation').toBe(false)
    // The gas of a revocation is paid by the owner, and is not a loss to the agent.
    if (sent !== undefined && before.eth > held.eth) losses.push({ at, eth: before.eth - held.eth })
    if (before.tokens > held.tokens) sold += before.tokens - held.tokens
    before = held
  }
  for (const { at } of losses) expect(lostWithin(losses, at)).toBeLessThanOrEqual(ETH_PER_DAY)
  expect(sold).toBeLessThanOrEqual(SOLD_MAX * SALES)
}

/** The loss of the 24 hours that end here. */
function lostWithin(losses: readonly Loss[], end: bigint): bigint {
  return losses.filter(({ at }) => at <= end && at > end - DAY).reduce((sum, { eth }) => sum + eth, 0n)
}

function calldataOf(step: Step, [spending, selling]: Signed): Hex {
  const signed = step.isSelling ? selling : spending
  const execution = executionOf(step)
  return step.deed === 'twice' ? twice(signed, execution) : Delegation.redeem(signed, execution)
}

/** Two redemptions of one mandate in one transaction. */
function twice(signed: Delegation.SignedDelegation, execution: Delegation.Execution): Hex {
  const { args } = decodeFunctionData({ abi: Delegation.managerAbi, data: Delegation.redeem(signed, execution) })
  const both = (args as unknown as readonly Hex[][]).map(([one]) => [one, one])
  return encodeFunctionData({ abi: Delegation.managerAbi, functionName: 'redeemDelegations', args: both as never })
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
