import { type Address, type Hex, toFunctionSelector, zeroAddress } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import { max } from '#core/bigint.ts'
import * as CallList from './CallList.ts'
import type { ChainFacts } from './ChainFacts.ts'
import * as DataFee from './DataFee.ts'
import type { Fees, Urgency } from './Fees.ts'
import { CallReverted } from './failures.ts'
import * as JsonRpc from './JsonRpc.ts'
import { toTag } from './read.ts'
import { RUN_SELECTOR, RUNNER_CODE } from './runner.generated.ts'
import type { Send } from './runOnProviders.ts'
import { type StateOverride, toOverride } from './StateOverride.ts'

const BALANCE_OF = toFunctionSelector('function balanceOf(address)')
const GET_ETH_BALANCE = toFunctionSelector('function getEthBalance(address)')

export type SimulatedCall = { to: Address; data: Hex; value?: bigint }
export type Simulation = {
  from: Address
  /** Transactions of `from`, run in order on one state; the last is usually the one of interest. */
  calls: readonly SimulatedCall[]
  /** In addition to the simulation's own overrides; for `from`, only a balance. */
  stateOverride?: StateOverride
  /** Reads the fee market in the same round trip. */
  urgency?: Urgency
  /** Default: the newest block. */
  block?: bigint
  /** Gas limit for all calls together. Default: the node's limit. */
  gas?: bigint
  /** Tokens whose balance changes are measured in the same round trip; the zero address is the native currency. */
  balancesOf?: readonly Address[]
}

export type SimulatedResult = {
  ok: boolean
  /**
   * Gas of the whole transaction before refunds, including Arbitrum's gas for data, at the newest block. A later block may
   * need 10 % more (a v2 pair updates its price accumulators once a second), so a gas limit needs a margin.
   */
  gasUsed: bigint
  /** The OP Stack's fee for the transaction's data, in wei. */
  dataFee: bigint
  /** Return data, or revert data. */
  returnData: Hex
}

/** `fees` is set if an urgency was given, `balanceChanges` if `balancesOf` was. */
export type Simulated = {
  results: SimulatedResult[]
  fees?: Fees
  /** The amount of each token that the account paid, negative if it received; set only if every call succeeded. */
  balanceChanges?: readonly bigint[]
}

/**
 * Runs the calls as the account in one round trip without sending them. A single call is an ordinary `eth_call`; several
 * run through code that overrides the account's, so that each sees the state left by the previous one.
 */
export async function simulate(send: Send, facts: ChainFacts, simulation: Simulation): Promise<SimulatedResult[]> {
  const [only, ...others] = simulation.calls
  if (!only) return []
  if (others.length === 0 && !simulation.stateOverride)
    return [await simulateOne(send, facts, { ...simulation, call: only })]
  if (facts.hasStateOverrides) return simulateAll(send, facts, simulation)
  throw new ApiError(
    'failed_precondition',
    `Approvals cannot be simulated together with a transaction on ${facts.name}. Send the approvals first, then simulate.`,
  )
}

async function simulateOne(
  send: Send,
  facts: ChainFacts,
  { from, call, block, gas }: Pick<Simulation, 'from' | 'block' | 'gas'> & { call: SimulatedCall },
): Promise<SimulatedResult> {
  const tag = toTag(block)
  const transaction = {
    from,
    to: call.to,
    data: call.data,
    value: JsonRpc.toQuantity(call.value ?? 0n),
    ...(gas !== undefined && { gas: JsonRpc.toQuantity(gas) }),
  }
  const [returned, estimate, balance, ...dataAnswers] = await send([
    { method: 'eth_call', params: [transaction, tag] },
    { method: 'eth_estimateGas', params: [transaction, tag] },
    { method: 'eth_getBalance', params: [from, tag] },
    // Arbitrum's estimate already includes the gas for data.
    ...(facts.dataFee === 'opstack' ? DataFee.requests(facts, [call]) : []),
  ])
  if (!returned || !estimate || !balance) throw JsonRpc.malformed('the simulation is incomplete')
  try {
    // Some nodes run a call whose value exceeds the account's balance.
    if ((call.value ?? 0n) > JsonRpc.unwrapQuantity(balance)) throw new CallReverted('0x', 'insufficient balance')
    const returnData = JsonRpc.unwrapHex(returned)
    const gasUsed = JsonRpc.unwrapQuantity(estimate)
    return { ok: true, gasUsed, dataFee: DataFee.read(facts, dataAnswers[0]).wei, returnData }
  } catch (error) {
    if (error instanceof CallReverted) return { ok: false, gasUsed: 0n, dataFee: 0n, returnData: error.data }
    throw error
  }
}

async function simulateAll(send: Send, facts: ChainFacts, simulation: Simulation): Promise<SimulatedResult[]> {
  const { calls } = simulation
  const fees = DataFee.requests(facts, calls)
  const [results, dataAnswers] = await Promise.all([runCalls(send, simulation), fees.length > 0 ? send(fees) : []])
  return results.map(({ words: [ok, gas = 0n], data: returned }, index) => {
    const dataFee = DataFee.read(facts, dataAnswers[index])
    const gasUsed = transactionGas(calls[index]?.data ?? '0x', gas) + dataFee.gas
    return { ok: ok === 1n, gasUsed, dataFee: dataFee.wei, returnData: returned }
  })
}

async function runCalls(send: Send, { from, calls, stateOverride, block, gas }: Simulation) {
  const data = CallList.encode(
    RUN_SELECTOR,
    calls.map((call) => ({ to: call.to, data: call.data, word: call.value ?? 0n })),
  )
  const override = { ...stateOverride, [from]: { ...stateOverride?.[from], code: RUNNER_CODE } }
  const limit = gas === undefined ? {} : { gas: JsonRpc.toQuantity(gas) }
  const params = [{ from, to: from, data, ...limit }, toTag(block), toOverride(override)]
  const [run] = await send([{ method: 'eth_call', params }])
  if (!run) throw JsonRpc.malformed('the simulation is incomplete')
  return CallList.decode(JsonRpc.unwrapHex(run), calls.length, 2)
}

/**
 * How much each balance of the account falls during the calls, negative if it grows. Undefined if a call fails or the chain
 * has no state overrides. The zero address is the native currency.
 */
export async function simulateBalances(
  send: Send,
  facts: ChainFacts,
  simulation: Simulation,
): Promise<readonly bigint[] | undefined> {
  const { from, calls, balancesOf: tokens = [] } = simulation
  if (tokens.length === 0 || !facts.hasStateOverrides) return undefined
  const reads = tokens.map((token) => balanceCall(facts, token, from))
  const results = await runCalls(send, { ...simulation, calls: [...reads, ...calls, ...reads] })
  if (results.slice(tokens.length, tokens.length + calls.length).some(({ words: [ok] }) => ok !== 1n)) return undefined
  const balance = (index: number) => toBigInt(results.at(index)?.data)
  return tokens.map((_, index) => balance(index) - balance(index - tokens.length))
}

function balanceCall({ multicall3 }: ChainFacts, token: Address, account: Address): SimulatedCall {
  const [to, selector]: [Address, Hex] = token === zeroAddress ? [multicall3, GET_ETH_BALANCE] : [token, BALANCE_OF]
  return { to, data: `${selector}${account.slice(2).toLowerCase().padStart(64, '0')}` }
}

function toBigInt(data: Hex | undefined): bigint {
  return data === undefined || data.length < 66 ? 0n : BigInt(data.slice(0, 66))
}

/** Gas of a transaction: base, calldata and execution, but at least the floor of EIP-7623. */
function transactionGas(data: Hex, executionGas: bigint): bigint {
  const tokens = Buffer.from(data.slice(2), 'hex').reduce((sum, byte) => sum + (byte === 0 ? 1n : 4n), 0n)
  const standard = 4n * tokens + executionGas
  const floor = 10n * tokens
  return 21_000n + max(standard, floor)
}
