import type { Address, Hex } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import * as CallList from './CallList.ts'
import type { ChainFacts } from './ChainFacts.ts'
import * as DataFee from './DataFee.ts'
import type { Urgency } from './Fees.ts'
import { CallReverted } from './failures.ts'
import * as JsonRpc from './JsonRpc.ts'
import { toTag } from './read.ts'
import { RUN_SELECTOR, RUNNER_CODE } from './runner.generated.ts'
import type { Send } from './runOnProviders.ts'
import { type StateOverride, toOverride } from './StateOverride.ts'

export type SimulatedCall = { to: Address; data: Hex; value?: bigint }
export type Simulation = {
  from: Address
  /** Transactions of `from`, run one after another on one state; the last is usually the one of interest. */
  calls: readonly SimulatedCall[]
  /** Beside what the simulation itself needs; for `from`, only a balance. */
  stateOverride?: StateOverride
  /** Asks in the same round trip what to offer for gas. */
  urgency?: Urgency
  /** The newest block unless said. */
  block?: bigint
}

export type SimulatedResult = {
  ok: boolean
  /**
   * Gas of the whole transaction before refunds, with Arbitrum's gas for data, at the newest block and its time.
   * A later block may cost a tenth more (a v2 pair writes its price sums once a second): limits need a margin.
   */
  gasUsed: bigint
  /** What the OP Stack charges beside gas for the transaction's data, in wei. */
  dataFee: bigint
  /** What the call returned, or its revert data. */
  returnData: Hex
}

/**
 * Runs the calls as the account in one round trip, nothing being sent. A lone call is asked of the node as it is;
 * several run through code that takes the account's place, so that each sees the state its forerunners left.
 */
export async function simulate(send: Send, facts: ChainFacts, simulation: Simulation): Promise<SimulatedResult[]> {
  const [only, ...others] = simulation.calls
  if (!only) return []
  if (others.length === 0 && !simulation.stateOverride)
    return [await simulateOne(send, facts, { from: simulation.from, call: only, tag: toTag(simulation.block) })]
  if (facts.hasStateOverrides) return simulateAll(send, facts, simulation)
  throw new ApiError(
    'failed_precondition',
    `Approvals cannot be simulated together with a transaction on ${facts.name}. Send the approvals first, then ask for the simulation.`,
  )
}

async function simulateOne(
  send: Send,
  facts: ChainFacts,
  { from, call, tag }: { from: Address; call: SimulatedCall; tag: string },
): Promise<SimulatedResult> {
  const transaction = { from, to: call.to, data: call.data, value: JsonRpc.toQuantity(call.value ?? 0n) }
  const [returned, estimate, balance, ...dataAnswers] = await send([
    { method: 'eth_call', params: [transaction, tag] },
    { method: 'eth_estimateGas', params: [transaction, tag] },
    { method: 'eth_getBalance', params: [from, tag] },
    // Arbitrum's own estimate holds the gas for data already.
    ...(facts.dataFee === 'opstack' ? DataFee.requests(facts, [call]) : []),
  ])
  if (!returned || !estimate || !balance) throw JsonRpc.malformed('the simulation is incomplete')
  try {
    // Some nodes run a call whose value the account does not have.
    if ((call.value ?? 0n) > JsonRpc.unwrapQuantity(balance)) throw new CallReverted('0x', 'insufficient balance')
    const returnData = JsonRpc.unwrapHex(returned)
    const gasUsed = JsonRpc.unwrapQuantity(estimate)
    return { ok: true, gasUsed, dataFee: DataFee.read(facts, dataAnswers[0]).wei, returnData }
  } catch (error) {
    if (error instanceof CallReverted) return { ok: false, gasUsed: 0n, dataFee: 0n, returnData: error.data }
    throw error
  }
}

async function simulateAll(
  send: Send,
  facts: ChainFacts,
  { from, calls, stateOverride, block }: Simulation,
): Promise<SimulatedResult[]> {
  const data = CallList.encode(
    RUN_SELECTOR,
    calls.map((call) => ({ to: call.to, data: call.data, word: call.value ?? 0n })),
  )
  const override = { ...stateOverride, [from]: { ...stateOverride?.[from], code: RUNNER_CODE } }
  const [run, ...dataAnswers] = await send([
    { method: 'eth_call', params: [{ from, to: from, data }, toTag(block), toOverride(override)] },
    ...DataFee.requests(facts, calls),
  ])
  if (!run) throw JsonRpc.malformed('the simulation is incomplete')
  return CallList.decode(JsonRpc.unwrapHex(run), calls.length, 2).map(
    ({ words: [ok, gas = 0n], data: returned }, index) => {
      const dataFee = DataFee.read(facts, dataAnswers[index])
      const gasUsed = transactionGas(calls[index]?.data ?? '0x', gas) + dataFee.gas
      return { ok: ok === 1n, gasUsed, dataFee: dataFee.wei, returnData: returned }
    },
  )
}

/** What a transaction pays: its base and calldata beside execution, and no less than the floor of EIP-7623. */
function transactionGas(data: Hex, executionGas: bigint): bigint {
  const tokens = Buffer.from(data.slice(2), 'hex').reduce((sum, byte) => sum + (byte === 0 ? 1n : 4n), 0n)
  const standard = 4n * tokens + executionGas
  const floor = 10n * tokens
  return 21_000n + (standard > floor ? standard : floor)
}
