import type { LpAnswer, LpBuild } from '../../api/liquidity.ts'
import type { Built } from './LpRequest.ts'

/** The service builds for half an hour; the rest is for figures that were read a moment ago, and for the last block. */
const GOOD_MS = 28 * 60_000

/** The steps that remain after the first transaction: a new build would start from the beginning. */
export type Remainder = { readonly key: string | undefined; readonly built: Built; readonly until: number }

/** `from` is when the first transaction was asked for. */
export function remainderOf(key: string | undefined, built: Built, from: number): Remainder {
  return { key, built, until: from + GOOD_MS }
}

/** The answer with the steps that remain, which would fail once its deadline has passed. */
export function builtAt({ built, until }: Remainder, path: LpBuild, now: number): Built {
  return now < until ? built : { ...built, answer: expired(built.answer, path) }
}

const WAYS_OUT: Partial<Record<LpBuild, string>> = {
  zap_out: 'The tokens are in your wallet. Swap them in any wallet.',
  batch: 'Completed steps are final. Go back and collect the rest.',
}

function expired(answer: LpAnswer, path: LpBuild): LpAnswer {
  const message = `The time for this step has passed. ${WAYS_OUT[path] ?? 'The tokens are in your wallet. Add them with New position.'}`
  return { ...answer, simulation: { ok: false, code: 'EXPIRED', message } }
}
