import {
  type Address,
  concat,
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hashStruct,
  maxUint256,
  pad,
  parseAbi,
  parseAbiParameters,
  slice,
  toHex,
} from 'viem'
import { FRAMEWORK } from '#core/delegationFramework.ts'

/** A condition that its enforcer checks on chain; `terms` are signed, `args` come from the redeemer and stay empty. */
export type Caveat = { enforcer: Address; terms: Hex }

/** ERC-7710: `delegate` may act as `delegator` where every caveat allows it. */
export type Delegation = { delegate: Address; delegator: Address; caveats: readonly Caveat[]; salt: bigint }
export type SignedDelegation = Delegation & { signature: Hex }

/** One call, as the owner's account makes it. */
export type Execution = { to: Address; value: bigint; data: Hex }

/** Comes from the owner itself, and from no other delegation. */
const ROOT_AUTHORITY = toHex(maxUint256)
/** One call that reverts if it fails. */
const SINGLE_CALL = pad('0x00')
/** Several calls that revert as a whole if one of them fails. */
const BATCH_OF_CALLS = pad('0x01', { dir: 'right' })
/** The framework's delegate for a delegation that anybody may redeem. */
export const ANYBODY: Address = '0x0000000000000000000000000000000000000a11'

const STRUCTS = [
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
] as const
const BATCH = parseAbiParameters([
  'Execution[] list',
  'struct Execution { address target; uint256 value; bytes callData; }',
])
const LIST = parseAbiParameters(['Delegation[] delegations', ...STRUCTS])

export const managerAbi = parseAbi([
  ...STRUCTS,
  'function redeemDelegations(bytes[] permissionContexts, bytes32[] modes, bytes[] executionCallDatas)',
  'function disableDelegation(Delegation delegation)',
  'function disabledDelegations(bytes32 delegationHash) view returns (bool)',
  'function getDelegationHash(Delegation delegation) view returns (bytes32)',
])

const TYPES = {
  Delegation: [
    { name: 'delegate', type: 'address' },
    { name: 'delegator', type: 'address' },
    { name: 'authority', type: 'bytes32' },
    { name: 'caveats', type: 'Caveat[]' },
    { name: 'salt', type: 'uint256' },
  ],
  Caveat: [
    { name: 'enforcer', type: 'address' },
    { name: 'terms', type: 'bytes' },
  ],
} as const

/** The message that the owner signs. Numbers are strings, as wallets take them. */
export function typedData({ delegate, delegator, caveats, salt }: Delegation, chainId: number) {
  const domain = { name: 'DelegationManager', version: '1', chainId, verifyingContract: FRAMEWORK.DelegationManager }
  const message = { delegate, delegator, authority: ROOT_AUTHORITY, caveats: [...caveats], salt: String(salt) }
  const types = { Delegation: [...TYPES.Delegation], Caveat: [...TYPES.Caveat] }
  return { domain, types, primaryType: 'Delegation' as const, message }
}

/** The number under which the chain keeps what was used and whether it was revoked. */
export function hash({ delegate, delegator, caveats, salt }: Delegation): Hex {
  const data = { delegate, delegator, authority: ROOT_AUTHORITY, caveats: [...caveats], salt }
  return hashStruct({ data, types: TYPES, primaryType: 'Delegation' })
}

/** ERC-7710's permission context: the signed delegation as one string. */
export function encode(delegation: SignedDelegation): Hex {
  return encodeAbiParameters(LIST, [[struct(delegation)]])
}

const SIGNATURE_BYTES = 65
const PADDING_BYTES = 31

/** The encoded delegation around its signature, which comes last. */
export function framed(delegation: Delegation): { prefix: Hex; suffix: Hex } {
  const blank = encode({ ...delegation, signature: `0x${'00'.repeat(SIGNATURE_BYTES)}` })
  return { prefix: slice(blank, 0, -SIGNATURE_BYTES - PADDING_BYTES), suffix: slice(blank, -PADDING_BYTES) }
}

/**
 * The longest mandate has 14,594 characters. A longer text is not read: its offsets can name the same bytes a
 * thousand times, and decoding 100 kB of that takes half a minute and a gigabyte.
 */
const CHARACTERS_MAX = 16_384

/** The delegation of a permission context; undefined for anything but one signed delegation of the owner itself. */
export function decode(context: Hex): SignedDelegation | undefined {
  if (context.length > CHARACTERS_MAX) return undefined
  try {
    const [list] = decodeAbiParameters(LIST, context)
    const [first] = list
    if (!first || list.length !== 1 || first.authority !== ROOT_AUTHORITY) return undefined
    const { delegate, delegator, caveats, salt, signature } = first
    const decoded = { delegate, delegator, caveats: caveats.map(withoutArgs), salt, signature }
    return encode(decoded) === context.toLowerCase() ? decoded : undefined
  } catch {
    return undefined
  }
}

/** Calldata of the manager with which the delegate makes the call. */
export function redeem(delegation: SignedDelegation, { to, value, data }: Execution): Hex {
  const execution = concat([to, toHex(value, { size: 32 }), data])
  const args = [[encode(delegation)], [SINGLE_CALL], [execution]] as const
  return encodeFunctionData({ abi: managerAbi, functionName: 'redeemDelegations', args })
}

/** Calldata of the manager with which the delegate makes all of the calls. */
export function redeemBatch(delegation: SignedDelegation, executions: readonly Execution[]): Hex {
  const batch = executions.map(({ to, value, data }) => ({ target: to, value, callData: data }))
  const args = [[encode(delegation)], [BATCH_OF_CALLS], [encodeAbiParameters(BATCH, [batch])]] as const
  return encodeFunctionData({ abi: managerAbi, functionName: 'redeemDelegations', args })
}

/** Calldata of the manager with which the owner ends it. It needs no signature. */
export function revoke(delegation: Delegation): Hex {
  const args = [struct({ ...delegation, signature: '0x' })] as const
  return encodeFunctionData({ abi: managerAbi, functionName: 'disableDelegation', args })
}

function struct({ delegate, delegator, caveats, salt, signature }: SignedDelegation) {
  const withArgs = caveats.map((caveat) => ({ ...caveat, args: '0x' as const }))
  return { delegate, delegator, authority: ROOT_AUTHORITY, caveats: withArgs, salt, signature }
}

function withoutArgs({ enforcer, terms }: Caveat): Caveat {
  return { enforcer, terms }
}
