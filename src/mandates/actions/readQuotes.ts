import type { Chain } from '#chain/Chain.ts'
import { CallReverted, isTimeout } from '#chain/failures.ts'
import * as Multicall from '#chain/Multicall.ts'
import type { Read } from '#mandates/rules/orderExit.ts'
import { wordOf } from './firstWord.ts'

type Quote = bigint | undefined

/** Gas of a swap that crosses few ticks, and of one that crosses about 60. */
const USUAL_GAS = 500_000n
const CHEAP_GAS = 2_000_000n
/** Time for the quotes that cost more. */
const COSTLY_MS = 2_000

/**
 * The first words of reads that can cost any amount of gas: anybody can put ticks into a pool, and a quote crosses them.
 * If they cost too much together, each is read alone: first all with little gas, then the rest in turn while time is left.
 */
export async function readQuotes(chain: Chain, reads: readonly Read[]): Promise<Quote[]> {
  const [only] = reads
  if (!only) return []
  if (reads.length === 1) return [await readAlone(chain, only)]
  const together = await readTogether(chain, reads)
  const cheap = reads.map((read, index) => together[index] ?? readAlone(chain, { ...read, gas: CHEAP_GAS }))
  return readInTurn(chain.within(COSTLY_MS), reads, await Promise.all(cheap))
}

async function readInTurn(chain: Chain, reads: readonly Read[], known: readonly Quote[]): Promise<Quote[]> {
  const quotes = [...known]
  for (const [index, read] of reads.entries()) {
    if (quotes[index] !== undefined) continue
    const answer = await inTime(readAlone(chain, read).then((quote) => ({ quote })))
    if (!answer) break
    quotes[index] = answer.quote
  }
  return quotes
}

/** None of the quotes if one uses up the gas of all. */
async function readTogether({ call, facts }: Chain, reads: readonly Read[]): Promise<Quote[]> {
  const gas = BigInt(reads.length) * USUAL_GAS
  const data = await unlessReverted(call({ to: facts.multicall3, data: Multicall.encode(reads), gas }))
  return data ? Multicall.decode(data, reads.length).map(wordOf) : []
}

async function readAlone(chain: Chain, read: Read & { gas?: bigint }): Promise<Quote> {
  const data = await unlessReverted(chain.call(read))
  return data && wordOf({ ok: true, data })
}

async function unlessReverted<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error) => {
    if (error instanceof CallReverted) return undefined
    throw error
  })
}

async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error) => {
    if (isTimeout(error)) return undefined
    throw error
  })
}
