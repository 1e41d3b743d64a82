import { type AbiParameter, type Address, getAddress, type Hex } from 'viem'

/** Digits of a word of 32 bytes in hexadecimal. */
const WORD = 64
const ZEROS = '0'.repeat(WORD)

/** Reads one type. Positions count hexadecimal digits; a type of fixed length has a size, another follows its offset. */
type Codec = { readonly size: number | undefined; read(digits: string, at: number): Read }
type Read = { readonly value: unknown; readonly end: number }

const known = new WeakMap<readonly AbiParameter[], Codec>()

/**
 * Decodes the one encoding that a compiler produces; throws for any other. Bytes that a decoder skips, such as those
 * above an address or between two arguments, would allow a second message with the same explanation.
 */
export function decodeStrictly(parameters: readonly AbiParameter[], data: Hex): readonly unknown[] {
  const codec = known.get(parameters) ?? sequenceOf(parameters.map(codecOf))
  known.set(parameters, codec)
  const digits = data.slice(2).toLowerCase()
  const { value, end } = codec.read(digits, 0)
  ensure(end === digits.length)
  return value as unknown[]
}

function codecOf(parameter: AbiParameter): Codec {
  const { type } = parameter
  const list = /^(.*)\[(\d*)\]$/.exec(type)
  if (list) return listOf(codecOf({ ...parameter, type: list[1] as string }), list[2] as string)
  if (type === 'tuple' && 'components' in parameter) return structOf(parameter.components)
  if (type === 'bytes' || type === 'string') return { size: undefined, read: type === 'bytes' ? readBytes : readText }
  const valueOfWord = wordCodec(type)
  return { size: WORD, read: (digits, at) => ({ value: valueOfWord(wordAt(digits, at)), end: at + WORD }) }
}

function listOf(item: Codec, length: string): Codec {
  if (length !== '') return sequenceOf(Array.from({ length: Number(length) }, () => item))
  return {
    size: undefined,
    read(digits, at) {
      const count = numberAt(digits, at)
      ensure(count <= digits.length / WORD)
      return sequenceOf(Array.from({ length: count }, () => item)).read(digits, at + WORD)
    },
  }
}

function structOf(components: readonly AbiParameter[]): Codec {
  const { size, read } = sequenceOf(components.map(codecOf))
  const named = (values: unknown[]) =>
    Object.fromEntries(components.map(({ name }, index) => [name ?? index, values[index]]))
  return {
    size,
    read(digits, at) {
      const { value, end } = read(digits, at)
      return { value: named(value as unknown[]), end }
    },
  }
}

/** Values one after the other; those of variable length follow in the same order, each exactly where its offset says. */
function sequenceOf(items: readonly Codec[]): Codec {
  const heads = items.reduce((sum, { size = WORD }) => sum + size, 0)
  return {
    size: items.every(({ size }) => size !== undefined) ? heads : undefined,
    read(digits, start) {
      let head = start
      let tail = start + heads
      const value = items.map(({ size, read }) => {
        if (size === undefined) ensure(2 * numberAt(digits, head) === tail - start)
        const part = read(digits, size === undefined ? tail : head)
        head += size ?? WORD
        if (size === undefined) tail = part.end
        return part.value
      })
      return { value, end: tail }
    },
  }
}

function readBytes(digits: string, at: number): { value: Hex; end: number } {
  const length = 2 * numberAt(digits, at)
  const start = at + WORD
  const end = start + WORD * Math.ceil(length / WORD)
  ensure(end <= digits.length && isZero(digits.slice(start + length, end)))
  return { value: `0x${digits.slice(start, start + length)}`, end }
}

function readText(digits: string, at: number): Read {
  const { value, end } = readBytes(digits, at)
  const bytes = Buffer.from(value.slice(2), 'hex')
  const text = bytes.toString()
  ensure(Buffer.from(text).equals(bytes))
  return { value: text, end }
}

function wordCodec(type: string): (word: string) => unknown {
  if (type === 'address') return addressOf
  if (type === 'bool') return (word) => numberOf(word, 1) === 1n
  const [, kind, digits = ''] = /^(u?int|bytes)(\d*)$/.exec(type) ?? []
  const bits = Number(digits || 256)
  if (kind === 'bytes') return (word) => fixedBytes(word, 2 * bits)
  ensure(kind !== undefined)
  const read = kind === 'int' ? signedOf : numberOf
  return bits <= 48 ? (word) => Number(read(word, bits)) : (word) => read(word, bits)
}

function addressOf(word: string): Address {
  ensure(isZero(word.slice(0, 24)))
  return getAddress(`0x${word.slice(24)}`)
}

function fixedBytes(word: string, length: number): Hex {
  ensure(isZero(word.slice(length)))
  return `0x${word.slice(0, length)}`
}

function numberOf(word: string, bits: number): bigint {
  const value = BigInt(`0x${word}`)
  ensure(value < 1n << BigInt(bits))
  return value
}

function signedOf(word: string, bits: number): bigint {
  const value = BigInt.asIntN(256, BigInt(`0x${word}`))
  ensure(BigInt.asIntN(bits, value) === value)
  return value
}

/** A length or an offset, in bytes. */
function numberAt(digits: string, at: number): number {
  return Number(numberOf(wordAt(digits, at), 48))
}

function wordAt(digits: string, at: number): string {
  ensure(at + WORD <= digits.length)
  return digits.slice(at, at + WORD)
}

function isZero(digits: string): boolean {
  return ZEROS.startsWith(digits)
}

function ensure(holds: boolean): asserts holds {
  if (!holds) throw new Error('The encoding is not canonical.')
}
