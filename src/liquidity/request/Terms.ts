import { ApiError } from '#core/ApiError.ts'
import type { Warning } from '#liquidity/answer/Limits.ts'
import * as Slippage from '#uniswap/Slippage.ts'

const DEADLINE_SECONDS = 30 * 60
const DEADLINE_SECONDS_MAX = 366 * 24 * 60 * 60
/** A tolerance or a deadline above these is usually a mistake. */
const USUAL = { slippagePercent: 5, deadlineSeconds: 24 * 60 * 60 }
/** The age after which a built transaction is too old to send. */
const FRESH_MS = 30_000

export type Terms = { readonly slippage: bigint; readonly deadline: bigint }
export type SentTerms = { slippageTolerance?: number | undefined; deadline?: number | undefined }

/** Tolerance and deadline of a request; `isTight` for native ETH on v4, where a tolerance costs balance. */
export function termsOf({ slippageTolerance, deadline }: SentTerms, nowMs: number, isTight = false): Terms {
  return {
    slippage: Slippage.fromPercent(slippageTolerance ?? (isTight ? 0.05 : 0.5)),
    deadline: BigInt(deadlineOf(deadline, Math.floor(nowMs / 1000))),
  }
}

/** Warns of terms that are unusually loose. */
export function termWarnings({ slippageTolerance = 0, deadline = 0 }: SentTerms, nowMs: number): Warning[] {
  const isFar = deadline > nowMs / 1000 + USUAL.deadlineSeconds
  return [
    ...(slippageTolerance > USUAL.slippagePercent
      ? [
          {
            code: 'SLIPPAGE_HIGH',
            message: `A tolerance of ${slippageTolerance} % lets others move the price that far at your cost. Default: 0.5.`,
          },
        ]
      : []),
    ...(isFar
      ? [{ code: 'DEADLINE_FAR', message: 'The transaction can be mined for more than a day. Default: 30 minutes.' }]
      : []),
  ]
}

/** Unix seconds, as the contracts use them. */
export function toSeconds(ms: number): bigint {
  return BigInt(Math.floor(ms / 1000))
}

let second = 0
let secondText = ''

/** The expiry of a transaction built now, to the second, so that its text can be cached. */
export function expiryOf(nowMs: number): string {
  const now = Math.ceil(nowMs / 1000)
  if (now !== second) {
    second = now
    secondText = new Date(now * 1000 + FRESH_MS).toISOString()
  }
  return secondText
}

function deadlineOf(wanted: number | undefined, now: number): number {
  if (wanted === undefined) return now + DEADLINE_SECONDS
  const details = [{ type: 'field', value: 'deadline' }]
  if (wanted <= now) {
    throw new ApiError('invalid_argument', `deadline is in the past. Send Unix seconds later than ${now}.`, { details })
  }
  if (wanted > now + DEADLINE_SECONDS_MAX) {
    throw new ApiError('invalid_argument', 'deadline is more than a year away. Send it in seconds, not milliseconds.', {
      details,
    })
  }
  return wanted
}
