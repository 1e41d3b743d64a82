import { deepStrictEqual } from 'node:assert/strict'
import type { EthereumProvider } from 'hardhat/types/providers'
import { type Abi, type Address, encodeFunctionData, type Hex } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { createChain } from '#devnet/createChain.ts'
import * as Curve from '#launchpad/contract/Curve.ts'
import { compileHarness } from '../../scripts/compileContracts.ts'
import { place, read } from '../../scripts/padOnChain.ts'
import { cases } from '../setup/cases.ts'
import { amount, numbers } from '../setup/contracts/numbers.ts'

// Compares the compiled libraries with TypeScript. Compiling them takes most of the time.

type Step = {
  isBuy: boolean
  amountIn: bigint
  amountOut: bigint
  withheld: bigint
  exactIn: bigint
  fee: bigint
  used: bigint
  realEth: bigint
  sold: bigint
}

const IS_BUY = 1n << 255n
/** Where the surcharge of a buy begins in its word. */
const SURCHARGE_AT = 241n
const PATHS_PER_CALL = 100
const STEPS = 24
const RANGES = [0x80n, 0x800n, 0x3000n, 0x11_0000n] as const
const TIMEOUT_MS = 1_800_000

let provider: EthereumProvider
let address: Address
let abi: Abi

beforeAll(async () => {
  const harness = await compileHarness()
  abi = harness.abi
  provider = await createChain()
  address = await place(provider, harness.bytecode)
}, TIMEOUT_MS)

test('Curve.ts is CurveMath in every number of every step of random paths', { timeout: TIMEOUT_MS }, async () => {
  const next = numbers('curve')
  for (let done = 0; done < cases(4_000); done += PATHS_PER_CALL) {
    const paths = Array.from({ length: PATHS_PER_CALL }, () => Array.from({ length: STEPS }, () => word(next())))
    const theirs = await read(provider, address, { abi, name: 'walks', args: [paths] })
    for (const [index, steps] of (theirs as Step[][]).entries()) compareSteps(paths[index] ?? [], steps)
  }
})

test('Text accepts and counts what a UTF-8 decoder does', { timeout: TIMEOUT_MS }, async () => {
  const next = numbers('text')
  for (let done = 0; done < cases(2_000); done++) {
    const bytes = randomText(next)
    const params = [{ to: address, data: encodeCall(bytes) }, 'latest']
    const ours = await provider.request({ method: 'eth_call', params }).then(Number, () => undefined)
    expect(ours, bytes.toString('hex')).toBe(expectedLength(bytes))
  }
})

/** A trade: bit 255 distinguishes a buy from a sale, the next 14 are a buy's surcharge, none for half of them, the rest is the amount. */
function word(seed: bigint): bigint {
  if ((seed & 3n) === 0n) return amount(seed, 27n)
  const surcharge = (seed & 4n) === 0n ? 0n : (seed >> 240n) % 9_901n
  return IS_BUY | (surcharge << SURCHARGE_AT) | amount(seed, 19n)
}

function compareSteps(path: bigint[], theirs: Step[]): void {
  let state = Curve.untouched
  for (const [index, step] of theirs.entries()) {
    if (Curve.isFull(state)) break
    const ours = walk(state, path[index] ?? 0n)
    deepStrictEqual(ours, step)
    state = { realEth: ours.realEth, sold: ours.sold }
  }
}

function walk(state: Curve.State, step: bigint): Step {
  const amount = step & ((1n << SURCHARGE_AT) - 1n)
  if ((step & IS_BUY) !== 0n || state.sold === 0n) {
    const surcharge = Number((step & (IS_BUY - 1n)) >> SURCHARGE_AT)
    const quote = Curve.buyQuote(state, amount, surcharge)
    const { tokensOut: amountOut, withheld, fee, ethUsed: used } = quote
    const exactIn = Curve.buyQuoteExactOut(state, amountOut, surcharge)?.ethIn ?? 0n
    return { isBuy: true, amountIn: amount, amountOut, withheld, exactIn, fee, used, ...Curve.afterBuy(state, quote) }
  }
  const amountIn = amount < state.sold ? amount : state.sold
  const quote = Curve.sellQuote(state, amountIn)
  const after = Curve.afterSell(state, amountIn, quote)
  return {
    isBuy: false,
    amountIn,
    amountOut: quote.ethOut,
    withheld: 0n,
    exactIn: 0n,
    fee: quote.fee,
    used: 0n,
    ...after,
  }
}

/** A call with bytes that need not be a string. */
function encodeCall(bytes: Buffer): Hex {
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
