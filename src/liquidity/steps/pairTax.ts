import type { Pair } from '#liquidity/pools/readPairs.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import { describeToken } from './describe.ts'
import type { Warning } from './Limits.ts'

const WHOLE = 10_000n

/** What is left of an amount after a token's own tax on each transfer; all of it where the tax cannot be told. */
export function arriving(amount: bigint, rate: bigint, hops: 1 | 2 = 1): bigint {
  if (rate >= WHOLE) return amount
  const once = afterOne(amount, rate)
  return hops === 1 ? once : afterOne(once, rate)
}

// A unit less, since a token may round its tax up.
function afterOne(amount: bigint, rate: bigint): bigint {
  const left = (amount * rate) / WHOLE
  return left > 0n ? left - 1n : 0n
}

/** A warning for each token of a pair that keeps a part of what is sent. */
export function taxWarnings({ token0, token1, arriving0, arriving1 }: Pair): Warning[] {
  return [...warningOf(token0, arriving0), ...warningOf(token1, arriving1)]
}

function warningOf(token: Token, rate: bigint): Warning[] {
  if (rate === WHOLE) return []
  const name = describeToken(token)
  if (rate > WHOLE) {
    const message = `Whether ${name} keeps a part of each transfer cannot be told here: less may arrive than is sent.`
    return [{ code: 'FEE_ON_TRANSFER_UNKNOWN', message }]
  }
  const percent = Number(WHOLE - rate) / 100
  return [{ code: 'FEE_ON_TRANSFER', message: `${name} keeps ${percent} % of each transfer: that much less arrives.` }]
}
