import { invalidField } from '#core/ApiError.ts'

export const STAGES = ['V3', 'V4', 'V4_PERMISSIONED', 'V2'] as const
export type Stage = (typeof STAGES)[number]

/** The position of a listing: the kind of position, and how many of that kind were passed. */
export type PositionCursor = { readonly stage: Stage; readonly offset: number }

/** The opaque form of a cursor. */
export function encode({ stage, offset }: PositionCursor): string {
  return Buffer.from(`${stage} ${offset}`).toString('base64url')
}

/** Decodes a cursor; without one the listing starts at the beginning. */
export function decode(cursor: string | undefined): PositionCursor {
  if (cursor === undefined) return { stage: 'V3', offset: 0 }
  const [name, digits = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split(' ')
  const stage = STAGES.find((candidate) => candidate === name)
  if (stage && /^[0-9]{1,9}$/.test(digits)) return { stage, offset: Number(digits) }
  throw invalidField('cursor', 'is not a cursor of this path. Leave it out to start again')
}
