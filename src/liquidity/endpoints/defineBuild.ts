import type { z } from 'zod'
import { key } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

const SHARED = { method: 'POST', tag: 'liquidity', access: key('lp:build'), limit: 'build' } as const

type Defined<Request extends z.ZodType, Response extends z.ZodType> = Parameters<typeof define<Request, Response>>[0]

/** An endpoint that builds transactions: POST, for keys with `lp:build`. */
export function defineBuild<Request extends z.ZodType, Response extends z.ZodType>(
  build: Omit<Defined<Request, Response>, keyof typeof SHARED>,
): Operation {
  return define({ ...SHARED, ...build } as Defined<Request, Response>)
}
