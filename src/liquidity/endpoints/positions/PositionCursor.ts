import { invalidField } from '#core/ApiError.ts'

export const STAGES = ['V3', 'V4', 'V4_PERMISSIONED', 'V2'] as const
export type Stage = (typeof STAGES)[number]

/** Where a listing goes on: which kind of position, and how many of it were passed. */
export type Place = { readonly stage: Stage; readonly offset: number }

/** An opaque text for a place. */
export function encode({ stage, offset }: Place): string {
  return Buffer.from(`${stage} ${offset}`).toString('base64url')
}

/** The place of such a text; the beginning where there is none. */
export function decode(cursor: string | undefined): Place {
  if (cursor === undefined) return { stage: 'V3', offset: 0 }
  const [name, digits = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split(' ')
  const stage = STAGES.find((candidate) => candidate === name)
  if (stage && /^[0-9]{1,9}$/.test(digits)) return { stage, offset: Number(digits) }
  throw invalidField('cursor', 'is not one that this path gave out. Leave it out to start again')
}
