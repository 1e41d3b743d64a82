import type { Hex } from 'viem'

/** The first word of an answer; undefined if the call failed or answered less. */
export function wordOf({ ok, data }: { ok: boolean; data: Hex }): bigint | undefined {
  return ok && data.length >= 66 ? BigInt(data.slice(0, 66)) : undefined
}
