import type { Chain } from '#chain/Chain.ts'
import { CallReverted } from '#chain/failures.ts'
import type { Read } from '#mandates/rules/orderExit.ts'
import { wordOf } from './firstWord.ts'

type Quote = bigint | undefined

/**
 * The first words of reads that can cost any amount of gas: anybody can put ticks into a pool, and a quote crosses them. One
 * read that uses up the gas of all is read alone, and so are those that come after it.
 */
export async function readQuotes(chain: Chain, reads: readonly Read[]): Promise<Quote[]> {
  if (reads.length === 0) return []
  const together = await readPart(chain, reads)
  if (reads.length === 1) return together
  const alone = async (read: Read) => (await readPart(chain, [read]))[0]
  return Promise.all(reads.map((read, index) => together[index] ?? alone(read)))
}

/** None of the quotes if they cost more gas together than one call may use. */
async function readPart(chain: Chain, reads: readonly Read[]): Promise<Quote[]> {
  try {
    return (await chain.read(reads)).results.map(wordOf)
  } catch (error) {
    if (!(error instanceof CallReverted)) throw error
    return reads.map(() => undefined)
  }
}
