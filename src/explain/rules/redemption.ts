import { type Address, getAddress, type Hex, maxUint256, size, slice, toHex } from 'viem'
import { DELEGATIONS } from './abis.ts'
import type { DecodedCall } from './DecodedCall.ts'
import { decodeStrictly } from './decodeStrictly.ts'
import type { Call } from './explainCall.ts'

type Delegation = { readonly delegate: Address; readonly delegator: Address; readonly authority: Hex }

const ROOT = toHex(maxUint256)
const SINGLE = `0x${'00'.repeat(32)}`

/** A call that an agent makes in the name of an account. */
export type Redemption = { readonly owner: Address; readonly agent: Address; readonly call: Call }

/** The one call of a redemption; undefined for several calls, chains of delegations and other modes. */
export function redemptionOf({ args }: DecodedCall): Redemption | undefined {
  const contexts = args['permissionContexts'] as readonly Hex[]
  const [modes, executions] = [args['modes'], args['executionCallDatas']] as [readonly Hex[], readonly Hex[]]
  const [context, execution] = [contexts[0], executions[0]]
  if (contexts.length !== 1 || modes.length !== 1 || executions.length !== 1 || modes[0] !== SINGLE) return undefined
  try {
    const [list] = decodeStrictly(DELEGATIONS, context as Hex) as [readonly Delegation[]]
    const [root] = list
    if (!root || list.length !== 1 || root.authority !== ROOT) return undefined
    return { owner: root.delegator, agent: root.delegate, call: callOf(execution as Hex) }
  } catch {
    return undefined
  }
}

function callOf(execution: Hex): Call {
  const data = size(execution) > 52 ? slice(execution, 52) : '0x'
  return { to: getAddress(slice(execution, 0, 20)), value: BigInt(slice(execution, 20, 52)), data }
}
