import { type AbiParameter, decodeAbiParameters, encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { ABIS, ACTION_PARAMETERS, UNLOCK_DATA } from './abis.ts'
import { decodeStrictly } from './decodeStrictly.ts'

/** The decoder and viem agree about every interface of an explanation, for encodings and for spoiled ones. */

let state = 7
/** A number from 0 to below the bound. */
function below(bound: number): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
  return Math.floor((state / 2 ** 32) * bound)
}
const digits = (count: number) => Array.from({ length: count }, () => below(16).toString(16)).join('')

function randomValue(parameter: AbiParameter): unknown {
  const { type } = parameter
  const list = /^(.*)\[(\d*)\]$/.exec(type)
  const repeated = { ...parameter, type: list?.[1] } as AbiParameter
  if (list) return Array.from({ length: Number(list[2] || below(4)) }, () => randomValue(repeated))
  if ('components' in parameter)
    return Object.fromEntries(parameter.components.map((one) => [one.name, randomValue(one)]))
  if (type === 'address') return `0x${digits(40)}`
  if (type === 'bool') return below(2) === 1
  if (type === 'string') return ['', 'Quill', 'ünï', '🦑'.repeat(below(20))][below(4)]
  if (type.startsWith('bytes')) return `0x${digits(2 * Number(type.slice(5) || below(80)))}`
  return numberOf(type)
}

function numberOf(type: string): bigint | number {
  const bits = Number(/\d+/.exec(type)?.[0] ?? 256)
  const width = type.startsWith('int') ? bits - 1 : bits
  const value = BigInt(`0x${digits(1 + below(64))}`) % 2n ** BigInt(width)
  const signed = type.startsWith('int') && below(2) === 1 ? -value : value
  return bits <= 48 ? Number(signed) : signed
}

const LISTS: (readonly AbiParameter[])[] = [
  ...Object.values(ABIS).flatMap((abi) => abi.map(({ inputs }) => inputs)),
  ...Object.values(ACTION_PARAMETERS),
  UNLOCK_DATA,
  parseAbiParameters('uint8[3] fixed, (bool yes, bytes4 tag, string[] words)[] nested, int48 signed'),
].filter(({ length }) => length > 0)

/** The values, if the data is what viem would encode for them. */
function peer(parameters: readonly AbiParameter[], data: Hex): readonly unknown[] | undefined {
  try {
    const values = decodeAbiParameters(parameters, data)
    return encodeAbiParameters(parameters, values) === data ? values : undefined
  } catch {
    return undefined
  }
}

function ours(parameters: readonly AbiParameter[], data: Hex): readonly unknown[] | undefined {
  try {
    return decodeStrictly(parameters, data)
  } catch {
    return undefined
  }
}

test('values come back from their encoding as viem decodes them', () => {
  for (const parameters of LISTS)
    for (let turn = 0; turn < 20; turn++) {
      const data = encodeAbiParameters(parameters, parameters.map(randomValue))
      expect(decodeStrictly(parameters, data)).toEqual(decodeAbiParameters(parameters, data))
    }
})

test('an encoding with a changed, missing or further byte is read exactly where viem would write it', () => {
  let refused = 0
  for (const parameters of LISTS)
    for (let turn = 0; turn < 60; turn++) {
      const data = encodeAbiParameters(parameters, parameters.map(randomValue))
      const at = 2 + 2 * below(data.length / 2 - 1)
      const changed = `${data.slice(0, at)}${digits(2)}${data.slice(at + 2)}` as Hex
      for (const spoiled of [changed, data.slice(0, -2) as Hex, `${data}00` as Hex]) {
        const read = ours(parameters, spoiled)
        expect(read, spoiled).toEqual(peer(parameters, spoiled))
        if (!read) refused++
      }
    }
  expect(refused).toBeGreaterThan(1_000)
})
