import { readAmount } from '#site/format.ts'

/** The fields that every order on a position has, as typed. */
export type TypedTerms = { tip: string; days: string }
const DAY_SECONDS = 86_400

/** Tip and end of an order; undefined until both are typed. */
export function termsOf({ tip, days }: TypedTerms): { tip: string; until: number } | undefined {
  const { value } = readAmount(tip)
  if (value === undefined || !/^[1-9][0-9]?$/.test(days)) return undefined
  return { tip: String(value), until: Math.floor(Date.now() / 1000) + Number(days) * DAY_SECONDS }
}
