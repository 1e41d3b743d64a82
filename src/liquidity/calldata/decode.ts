/**
 * Decodes calldata into named calls. It shares no code with the encoders: it follows the ABI's own offsets, as a contract
 * does, and refuses every call it does not know.
 */

import type { Hex } from 'viem'
import { ACTIONS, COMMANDS, FUNCTIONS, type Kind, type Shape, UNLOCK_DATA } from './signatures.ts'

export type Permit = {
  readonly details: readonly { token: string; amount: bigint; expiration: bigint; nonce: bigint }[]
  readonly spender: string
  readonly sigDeadline: bigint
}
export type Value = string | bigint | number | readonly string[] | Permit
export type Decoded = { readonly name: string; readonly args: Readonly<Record<string, Value>> }

const ZEROS = '0'.repeat(52)
const ONES = 'f'.repeat(52)

/** Every call and action in the order a contract would run them; multicalls and unlock data are unfolded. */
export function decode(data: Hex): Decoded[] {
  return functionCall(data.slice(2))
}

function functionCall(digits: string): Decoded[] {
  const found = FUNCTIONS[digits.slice(0, 8)]
  if (!found) throw new Error(`Unknown function ${digits.slice(0, 8)}.`)
  const args = read(found, digits.slice(8))
  if (found.name === 'multicall') return (args['calls'] as string[]).flatMap(functionCall)
  if (found.name === 'execute') return executed(args as Execution)
  if (found.name !== 'modifyLiquidities') return [{ name: found.name, args }]
  const { unlockData, deadline } = args
  return [{ name: found.name, args: { deadline: deadline as bigint } }, ...unlocked(unlockData as string)]
}

type Execution = { commands: string; inputs: string[]; deadline: bigint }

const V4_SWAP = '10'
/** Commands whose input is the calldata of a position manager. */
const POSITION_CALLS = new Set(['12', '14'])

function executed({ commands, inputs, deadline }: Execution): Decoded[] {
  if (commands.length !== inputs.length * 2) throw new Error('Commands and inputs differ in number.')
  const inner = inputs.flatMap((input, index) => commanded(commands.slice(index * 2, index * 2 + 2), input))
  return [{ name: 'execute', args: { deadline } }, ...inner]
}

function commanded(code: string, input: string): Decoded[] {
  if (code === V4_SWAP) return unlocked(input)
  if (POSITION_CALLS.has(code)) return functionCall(input)
  const command = COMMANDS[code]
  if (!command) throw new Error(`Unknown command ${code}.`)
  return [{ name: command.name, args: read(command, input) }]
}

function unlocked(digits: string): Decoded[] {
  const { actions, params } = read(UNLOCK_DATA, digits) as { actions: string; params: string[] }
  if (actions.length !== params.length * 2) throw new Error('Actions and parameters differ in number.')
  return params.map((param, index) => {
    const action = ACTIONS[actions.slice(index * 2, index * 2 + 2)]
    if (!action) throw new Error(`Unknown action ${actions}.`)
    return { name: action.name, args: read(action, param) }
  })
}

function read({ fields }: Shape, digits: string): Record<string, Value> {
  const args: Record<string, Value> = {}
  let position = 0
  for (const [name, kind] of fields) {
    args[name] = value(kind, digits, position)
    position += 64
  }
  return args
}

function value(kind: Kind, digits: string, position: number): Value {
  switch (kind) {
    case 'uint':
      return BigInt(`0x${wordAt(digits, position)}`)
    case 'int':
      return intAt(digits, position)
    case 'address':
      return addressAt(digits, position)
    case 'bytes':
      return bytesAt(digits, offsetAt(digits, position))
    case 'bytes[]':
      return bytesArrayAt(digits.slice(offsetAt(digits, position)))
    case 'address[]':
      return addressArrayAt(digits.slice(offsetAt(digits, position)))
    case 'permit':
      return permitAt(digits.slice(offsetAt(digits, position)))
  }
}

function permitAt(digits: string): Permit {
  const details = digits.slice(offsetAt(digits, 0))
  const count = Number(value('uint', details, 0))
  return {
    details: Array.from({ length: count }, (_, index) => {
      const start = 64 + index * 256
      return {
        token: addressAt(details, start),
        amount: BigInt(`0x${wordAt(details, start + 64)}`),
        expiration: BigInt(`0x${wordAt(details, start + 128)}`),
        nonce: BigInt(`0x${wordAt(details, start + 192)}`),
      }
    }),
    spender: addressAt(digits, 64),
    sigDeadline: BigInt(`0x${wordAt(digits, 128)}`),
  }
}

function bytesArrayAt(digits: string): string[] {
  const count = offsetAt(digits, 0) / 2
  const found: string[] = []
  for (let index = 0; index < count; index++) {
    const offset = offsetAt(digits, 64 + index * 64)
    found.push(bytesAt(digits, 64 + offset))
  }
  return found
}

function addressArrayAt(digits: string): string[] {
  const count = offsetAt(digits, 0) / 2
  return Array.from({ length: count }, (_, index) => addressAt(digits, 64 + index * 64))
}

function bytesAt(digits: string, start: number): string {
  const length = offsetAt(digits, start)
  const content = digits.slice(start + 64, start + 64 + length)
  if (content.length !== length) throw new Error('The data ends too early.')
  return content
}

function addressAt(digits: string, position: number): string {
  const word = wordAt(digits, position)
  if (!word.startsWith('000000000000000000000000')) throw new Error(`${word} is not an address.`)
  return `0x${word.slice(24)}`
}

// Ticks and spacings fit 24 bits, before which a signed word repeats its sign.
function intAt(digits: string, position: number): number {
  const low = lowAt(digits, position)
  if (low < 2 ** 47 && digits.startsWith(ZEROS, position)) return low
  if (low >= 2 ** 47 && digits.startsWith(ONES, position)) return low - 2 ** 48
  throw new Error(`${wordAt(digits, position)} is not a small number.`)
}

// Offsets and lengths count bytes; the text has two digits for each.
function offsetAt(digits: string, position: number): number {
  const low = lowAt(digits, position)
  if (!digits.startsWith(ZEROS, position)) throw new Error('The data points outside itself.')
  return low * 2
}

/** The last 48 bits of a word, digit by digit, which is cheaper than slicing the word out. */
function lowAt(digits: string, position: number): number {
  if (digits.length < position + 64) throw new Error('The data ends too early.')
  let low = 0
  for (let index = position + 52; index < position + 64; index++) {
    const code = digits.charCodeAt(index)
    low = low * 16 + (code < 58 ? code - 48 : (code | 32) - 87)
  }
  return low
}

function wordAt(digits: string, position: number): string {
  const word = digits.slice(position, position + 64)
  if (word.length !== 64) throw new Error('The data ends too early.')
  return word
}
