import {
  type AbiFunction,
  type AbiParameter,
  type Address,
  type Hex,
  hexToBytes,
  size,
  slice,
  toFunctionSelector,
} from 'viem'
import { ABIS, ACTION_PARAMETERS, ACTIONS, COMMANDS, type Kind, UNLOCK_DATA } from './abis.ts'
import { decodeStrictly } from './decodeStrictly.ts'
import { decodeSwap } from './decodeSwap.ts'

export type Arguments = Readonly<Record<string, unknown>>

/** A call by name, with the calls inside it; `name` is undefined for unknown calldata. */
export type DecodedCall = {
  readonly name: string | undefined
  readonly args: Arguments
  readonly inner: readonly DecodedCall[]
}

const V4_SWAP = 0x10
const V3_POSITION_CALL = 0x12
const V4_POSITION_CALL = 0x14
/** The only functions of a position manager that the router calls, by command. */
const POSITION_CALLS: Readonly<Record<number, readonly [kind: Kind, names: readonly string[]]>> = {
  [V3_POSITION_CALL]: ['v3Manager', ['decreaseLiquidity', 'collect']],
  [V4_POSITION_CALL]: ['v4Manager', ['modifyLiquidities']],
}
const FUNCTIONS = Object.fromEntries(
  Object.entries(ABIS).map(([kind, abi]) => [kind, new Map(abi.map((item) => [toFunctionSelector(item), item]))]),
) as unknown as Readonly<Record<Kind, ReadonlyMap<Hex, AbiFunction>>>
const UNKNOWN: DecodedCall = { name: undefined, args: {}, inner: [] }

/** A call and all calls inside it, in the order they run. */
export function flatten(call: DecodedCall): DecodedCall[] {
  return [call, ...call.inner.flatMap(flatten)]
}

/** Decodes calldata for a kind of contract; an encoding that the contract would read differently is unknown. */
export function decodeCall(kind: Kind, data: Hex): DecodedCall {
  const call = orUnknown(() => decodeExactly(kind, data))
  if (call.name === 'multicall') return { ...call, args: {}, inner: innerCalls(kind, call.args['calls']) }
  if (call.name === 'modifyLiquidities') return withActions(call, call.args['unlockData'] as Hex)
  return call.name === 'execute' ? withCommands(call) : call
}

function innerCalls(kind: Kind, calls: unknown): DecodedCall[] {
  return (calls as Hex[]).map((data) => decodeCall(kind, data))
}

function decodeExactly(kind: Kind, data: Hex): DecodedCall {
  const found = FUNCTIONS[kind].get(slice(data, 0, 4))
  if (!found) return UNKNOWN
  const content = size(data) > 4 ? slice(data, 4) : '0x'
  return { name: found.name, args: named(found.inputs, decodeStrictly(found.inputs, content)), inner: [] }
}

// A single struct is shown by its members.
function named(inputs: readonly AbiParameter[], values: readonly unknown[]): Arguments {
  const [only, ...others] = inputs
  if (only && others.length === 0 && only.type === 'tuple') return values[0] as Arguments
  return Object.fromEntries(inputs.map(({ name = '' }, index) => [name, values[index]]))
}

function withActions({ name, args }: DecodedCall, unlockData: Hex): DecodedCall {
  const inner = actionsOf(unlockData)
  return { name, args: { deadline: args['deadline'] }, inner }
}

function withCommands({ name, args }: DecodedCall): DecodedCall {
  const commands = hexToBytes(args['commands'] as Hex)
  const inputs = args['inputs'] as Hex[]
  if (commands.length !== inputs.length) return UNKNOWN
  const inner = inputs.flatMap((input, index) => commandOf(commands[index] ?? 0, input))
  return { name, args: { deadline: args['deadline'] }, inner }
}

function commandOf(code: number, input: Hex): DecodedCall[] {
  if (code === V4_SWAP) return actionsOf(input)
  const position = POSITION_CALLS[code]
  if (position) return [positionCall(position, input)]
  const [name, parameters] = COMMANDS[code] ?? []
  if (!name || !parameters) return [UNKNOWN]
  return [orUnknown(() => ({ name, args: named(parameters, decodeStrictly(parameters, input)), inner: [] }))]
}

function positionCall([kind, names]: readonly [kind: Kind, names: readonly string[]], input: Hex): DecodedCall {
  const call = decodeCall(kind, input)
  return call.name !== undefined && names.includes(call.name) ? call : UNKNOWN
}

function actionsOf(data: Hex): DecodedCall[] {
  try {
    const [codes, params] = decodeStrictly(UNLOCK_DATA, data) as [Hex, Hex[]]
    if (size(codes) !== params.length) return [UNKNOWN]
    return params.map((param, index) => orUnknown(() => decodeAction(slice(codes, index, index + 1), param)))
  } catch {
    return [UNKNOWN]
  }
}

function decodeAction(code: Hex, param: Hex): DecodedCall {
  const name = ACTIONS[Number(code)]
  if (!name) return UNKNOWN
  if (name === 'SWAP_EXACT_IN_SINGLE') return { name, args: decodeSwap(param), inner: [] }
  const parameters = ACTION_PARAMETERS[name]
  return { name, args: named(parameters, decodeStrictly(parameters, param)), inner: [] }
}

function orUnknown(decode: () => DecodedCall): DecodedCall {
  try {
    return decode()
  } catch {
    return UNKNOWN
  }
}

/** Every address among the arguments of a call and the calls inside it. */
export function addressesIn({ args, inner }: DecodedCall): Address[] {
  return [...addressesOf(Object.values(args)), ...inner.flatMap(addressesIn)]
}

function addressesOf(values: readonly unknown[]): Address[] {
  return values.flatMap((value) => {
    if (typeof value === 'string') return /^0x[0-9a-fA-F]{40}$/.test(value) ? [value as Address] : []
    return typeof value === 'object' && value !== null ? addressesOf(Object.values(value)) : []
  })
}
