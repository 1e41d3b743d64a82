import type { EthereumProvider } from 'hardhat/types/providers'
import { encodeFunctionData, type Hex } from 'viem'
import { numbers } from './numbers.ts'
import { type Artifact, place } from './padOnChain.ts'

const RANGES = [0x80n, 0x800n, 0x3000n, 0x11_0000n] as const

/** Compares which texts are accepted, and their lengths, with the runtime's own decoder. */
export async function compareText(provider: EthereumProvider, harness: Artifact, count: number): Promise<void> {
  const address = await place(provider, harness.bytecode)
  const next = numbers('text')
  for (let done = 0; done < count; done++) {
    const bytes = randomText(next)
    const params = [{ to: address, data: encodeCall(harness, bytes) }, 'latest']
    const ours = await provider.request({ method: 'eth_call', params }).then(Number, () => undefined)
    if (ours !== expectedLength(bytes)) throw new Error(`0x${bytes.toString('hex')} has length ${ours}.`)
  }
}

/** A call with bytes that need not be a string. */
function encodeCall({ abi }: Artifact, bytes: Buffer): Hex {
  const empty = encodeFunctionData({ abi, functionName: 'textLength', args: ['', 64n] })
  const size = bytes.length.toString(16).padStart(64, '0')
  const content = bytes.toString('hex').padEnd(Math.ceil(bytes.length / 32) * 64, '0')
  return `0x${empty.slice(2, -64)}${size}${content}`
}

/** Bytes that are text, almost text, or anything. */
function randomText(next: () => bigint): Buffer {
  const seed = next()
  const length = Number(seed % 8n) + 1
  if (seed & 256n) return Buffer.from(Array.from({ length }, () => randomByte(next())))
  const range = RANGES[Number((seed >> 4n) & 3n)] ?? 0x80n
  const points = Array.from({ length }, () => Number(next() % range))
  const text = Buffer.from(String.fromCodePoint(...points))
  if (seed & 512n) text[Number(next() % BigInt(text.length))] = randomByte(next())
  return text
}

/** Mostly bytes that begin or continue a character, so that they often fit together. */
function randomByte(seed: bigint): number {
  const kind = seed & 3n
  if (kind === 0n) return Number((seed >> 2n) & 0xffn)
  return Number(kind === 1n ? 0xc0n | ((seed >> 2n) & 0x3fn) : 0x80n | ((seed >> 2n) & 0x3fn))
}

/** The number of characters of an acceptable text, else `undefined`. */
function expectedLength(bytes: Buffer): number | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (
      /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u.test(text) ||
      text.startsWith(' ') ||
      text.endsWith(' ')
    )
      return undefined
    return [...text].length
  } catch {
    return undefined
  }
}
