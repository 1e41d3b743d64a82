import type { ComponentProps } from 'react'
import { LpReviewSheet } from './LpReviewSheet.tsx'
import { useLpFlow } from './useLpFlow.ts'

type Props = Parameters<typeof useLpFlow>[0] & Omit<ComponentProps<typeof LpReviewSheet>, 'flow'>

/** A request to the liquidity API, reviewed and carried out in a sheet of its own. */
export function LpReview({ request, tokens, words, onDone, ...sheet }: Props) {
  const flow = useLpFlow({ request, tokens, words, onDone })
  return <LpReviewSheet {...sheet} flow={flow} />
}
