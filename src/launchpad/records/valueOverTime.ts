/** A change within an interval of a token: the last price in wei per whole token, or the balance of a wallet at the end. */
export type Change = { tokenId: number; kind: 'price' | 'held'; start: number; value: bigint }
export type ValuePoint = { start: number; value: bigint }

type Span = { from: number; to: number; seconds: number }
type Holding = { price: bigint; held: bigint }

const ONE = 10n ** 18n

/**
 * The value of all holdings at the end of each interval, in wei, from the first balance on. Changes are in order of
 * time; those before the span set its initial state. Each holding is rounded down.
 */
export function valueOverTime(changes: readonly Change[], { from, to, seconds }: Span): ValuePoint[] {
  const holdings = new Map<number, Holding>()
  const points: ValuePoint[] = []
  let [next, value, hasHeld] = [0, 0n, false]
  for (let start = from; start <= to; start += seconds) {
    for (let change = changes[next]; change && change.start <= start; change = changes[++next]) {
      const before = holdings.get(change.tokenId) ?? { price: 0n, held: 0n }
      const after = { ...before, [change.kind]: change.value }
      holdings.set(change.tokenId, after)
      value += worth(after) - worth(before)
      hasHeld ||= change.kind === 'held'
    }
    if (hasHeld) points.push({ start, value })
  }
  return points
}

function worth({ price, held }: Holding): bigint {
  return (held * price) / ONE
}
