import { type Address, getAddress, type Hex, maxUint256, parseAbiParameters, size, slice, toHex } from 'viem'
import { DELEGATIONS } from './abis.ts'
import { type Caveat, isCondition } from './caveats.ts'
import type { DecodedCall } from './DecodedCall.ts'
import { decodeStrictly } from './decodeStrictly.ts'
import type { Call } from './explainCall.ts'

type Delegation = {
  readonly delegate: Address
  readonly delegator: Address
  readonly authority: Hex
  readonly caveats: readonly Caveat[]
}
type Execution = { readonly target: Address; readonly value: bigint; readonly callData: Hex }

const ROOT = toHex(maxUint256)
const SINGLE = `0x${'00'.repeat(32)}`

const BATCH = `0x01${'00'.repeat(31)}`
const EXECUTIONS = parseAbiParameters([
  'Execution[] list',
  'struct Execution { address target; uint256 value; bytes callData; }',
])

/** The calls that an agent, or for an order anyone, makes on behalf of an account. */
export type Redemption = { readonly owner: Address; readonly agent: Address; readonly calls: readonly Call[] }

/** One call under a mandate, or the calls of one order; undefined for chains of delegations and everything else. */
export function redemptionOf({ args }: DecodedCall): Redemption | undefined {
  const contexts = args['permissionContexts'] as readonly Hex[]
  const [modes, executions] = [args['modes'], args['executionCallDatas']] as [readonly Hex[], readonly Hex[]]
  if (contexts.length !== 1 || modes.length !== 1 || executions.length !== 1) return undefined
  try {
    const [list] = decodeStrictly(DELEGATIONS, contexts[0] as Hex) as [readonly Delegation[]]
    const [root] = list
    if (!root || list.length !== 1 || root.authority !== ROOT) return undefined
    const calls = callsOf(executions[0] as Hex, { mode: modes[0], isOrder: root.caveats.some(isCondition) })
    return calls && { owner: root.delegator, agent: root.delegate, calls }
  } catch {
    return undefined
  }
}

/** Only an order is redeemed as a batch, because only its calls are all signed. */
function callsOf(execution: Hex, { mode, isOrder }: { mode: Hex | undefined; isOrder: boolean }): Call[] | undefined {
  if (mode === SINGLE && !isOrder) return [callOf(execution)]
  if (mode !== BATCH || !isOrder) return undefined
  const [list] = decodeStrictly(EXECUTIONS, execution) as unknown as [readonly Execution[]]
  return list.map(({ target, value, callData }) => ({ to: getAddress(target), value, data: callData }))
}

function callOf(execution: Hex): Call {
  const data = size(execution) > 52 ? slice(execution, 52) : '0x'
  return { to: getAddress(slice(execution, 0, 20)), value: BigInt(slice(execution, 20, 52)), data }
}
