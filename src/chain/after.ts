import { type Address, type Hex, size } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import * as CallList from './CallList.ts'
import type { CallRequest, Chain } from './Chain.ts'
import { CallReverted } from './failures.ts'
import type * as JsonRpc from './JsonRpc.ts'
import { read } from './read.ts'
import { RUN_SELECTOR, RUNNER_CODE } from './runner.generated.ts'
import { type StateOverride, toOverride } from './StateOverride.ts'
import type { Simulated, SimulatedCall, Simulation } from './simulate.ts'

/** Holds the creation code of a lens, which then runs as the code of an account. */
const LENS: Address = '0x00000000000000000000000000000000000A11CE'

/** The runner keeps this much of a result; one of this size may be cut. */
const RESULT_BYTES_MAX = 16_384

/** Calls that an account would send first, in this order. */
export type Prior = { readonly from: Address; readonly calls: readonly SimulatedCall[] }

/**
 * The chain as it is once an account has sent these calls; nothing is sent. Every read runs behind them in the same
 * `eth_call`. Logs, code and storage, and simulations of other accounts or of other code, are those of the chain as it is.
 */
export function after(chain: Chain, prior: Prior): Chain {
  if (prior.calls.length === 0) return chain
  const batch = async (requests: readonly JsonRpc.Request[]) => {
    const runs = requests.map((request) => runOf(request, prior))
    const answers = await chain.batch(requests.map((request, index) => runs[index]?.request ?? request))
    return answers.map((answer, index) => (runs[index] ? resultOf(answer as Hex, prior) : answer))
  }
  const send = async (requests: readonly JsonRpc.Request[]) => (await batch(requests)).map((result) => ({ result }))
  return {
    ...chain,
    async call(request) {
      const run = toRun(request, prior)
      return run ? resultOf(await chain.call(run), prior) : chain.call(request)
    },
    read: (calls, { block } = {}) => read(send, chain.facts, { calls, ...(block !== undefined && { block }) }),
    request: async (method, params) => (await batch([{ method, params }]))[0],
    batch,
    state: (_key, load) => load(),
    forever: (_key, load) => load(),
    simulate: (simulation) => simulateAfter(chain, simulation, prior),
    agreed: () => after(chain.agreed(), prior),
    within: (deadlineMs) => after(chain.within(deadlineMs), prior),
  }
}

function toRun({ to, data, from, value, stateOverride, ...rest }: CallRequest, prior: Prior): CallRequest | undefined {
  if (stateOverride || to === prior.from || (from && from !== prior.from)) return undefined
  const lens: StateOverride = to ? {} : { [LENS]: { code: data } }
  const calls = [...prior.calls, { to: to ?? LENS, data: to ? data : '0x', value: value ?? 0n } as const]
  return {
    ...rest,
    from: prior.from,
    to: prior.from,
    data: CallList.encode(
      RUN_SELECTOR,
      calls.map((call) => ({ to: call.to, word: call.value ?? 0n, data: call.data })),
    ),
    stateOverride: { ...lens, [prior.from]: { code: RUNNER_CODE } },
  }
}

function runOf({ method, params }: JsonRpc.Request, prior: Prior): { request: JsonRpc.Request } | undefined {
  const [asked, tag, overrides] = params as [{ to?: Address; data: Hex; from?: Address }, string, unknown]
  const run = method === 'eth_call' && overrides === undefined ? toRun(asked, prior) : undefined
  if (!run) return undefined
  const { from, to, data, stateOverride = {} } = run
  return { request: { method, params: [{ from, to, data }, tag, toOverride(stateOverride)] } }
}

function resultOf(answer: Hex, { calls }: Prior): Hex {
  const results = CallList.decode(answer, calls.length + 1, 2)
  if (results.slice(0, -1).some(({ words: [ok] }) => ok !== 1n)) throw earlierFailed()
  const [last] = results.slice(-1)
  if (last && size(last.data) >= RESULT_BYTES_MAX) throw tooLarge()
  if (last?.words[0] === 1n) return last.data
  throw new CallReverted(last?.data ?? '0x', 'execution reverted')
}

function tooLarge(): ApiError {
  return new ApiError(
    'failed_precondition',
    'The earlier calls leave too much state to read. Build this operation alone, after the others are mined.',
    { details: [{ type: 'TOO_LARGE_TO_READ', value: `${RESULT_BYTES_MAX} bytes` }] },
  )
}

function earlierFailed(): ApiError {
  return new ApiError(
    'failed_precondition',
    'The chain has advanced, and an earlier call would fail now. Send the request again.',
    {
      details: [{ type: 'EARLIER_CALL_FAILS', value: 'calls' }],
    },
  )
}

async function simulateAfter(chain: Chain, simulation: Simulation, prior: Prior): Promise<Simulated> {
  const { from, calls, stateOverride, balancesOf } = simulation
  if (stateOverride || from !== prior.from || calls.length === 0) return chain.simulate(simulation)
  const [whole, first] = await Promise.all([
    chain.simulate({ ...simulation, calls: [...prior.calls, ...calls], stateOverride: {} }),
    balancesOf && chain.simulate({ from, calls: prior.calls, balancesOf, stateOverride: {} }),
  ])
  const { balanceChanges, results, ...rest } = whole
  const before = first?.balanceChanges ?? []
  if (results.slice(0, prior.calls.length).some(({ ok }) => !ok)) throw earlierFailed()
  return {
    ...rest,
    results: results.slice(prior.calls.length),
    ...(balanceChanges && { balanceChanges: balanceChanges.map((change, index) => change - (before[index] ?? 0n)) }),
  }
}
