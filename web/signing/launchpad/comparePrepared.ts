import { exact } from '#site/format.ts'
import type { Prepared, PreparedQuote } from '../../api/launchpad.ts'
import type { Change } from '../Signing.ts'

/**
 * A trade keeps its reviewed minimum: while the fresh quote still meets it, the reviewed transaction is signed, whose
 * minimum the contract enforces. Anything worse must be accepted first.
 */
export function comparePrepared(
  reviewed: Prepared,
  fresh: Prepared,
  symbol: string,
): { changes: Change[]; agreed: Prepared } {
  const changes = [...tradeChanges(reviewed.quote, fresh.quote, symbol), ...newWarnings(reviewed, fresh)]
  return { changes, agreed: isBelow(fresh.quote, reviewed.quote) ? reviewed : fresh }
}

function tradeChanges(before: PreparedQuote | null, after: PreparedQuote | null, symbol: string): Change[] {
  if (!before || !after) return []
  if (before.venue !== after.venue)
    return [{ key: 'venue', text: 'The token graduated meanwhile. This trade now goes through its pool.' }]
  if (BigInt(after.amountOut) >= BigInt(before.minOut)) return []
  const unit = after.side === 'buy' ? symbol : 'ETH'
  return [
    {
      key: 'minOut',
      text: `You get at least ${exact(BigInt(after.minOut))} ${unit}, not ${exact(BigInt(before.minOut))}.`,
    },
  ]
}

/** Whether the fresh minimum is below the reviewed one on the same venue. */
function isBelow(fresh: PreparedQuote | null, reviewed: PreparedQuote | null): boolean {
  if (!fresh || !reviewed || fresh.venue !== reviewed.venue) return false
  return BigInt(fresh.minOut) < BigInt(reviewed.minOut)
}

function newWarnings(reviewed: Prepared, fresh: Prepared): Change[] {
  const known = new Set(reviewed.warnings.map(({ code }) => code))
  return fresh.warnings.flatMap(({ code, message }) => (known.has(code) ? [] : [{ key: code, text: message }]))
}
