import { createHash } from 'node:crypto'

/** A stream of numbers that is the same in every run. */
export function numbers(seed: string): () => bigint {
  let count = 0
  return () => BigInt(`0x${createHash('sha256').update(`${seed}/${count++}`).digest('hex')}`)
}

/** An amount from one up with a random number of digits, so that small and large ones are equally frequent. */
export function amount(seed: bigint, digitsMax: bigint): bigint {
  return 1n + ((seed >> 16n) % 10n ** (((seed >> 8n) % digitsMax) + 1n))
}
