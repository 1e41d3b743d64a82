import { z } from 'zod'
import type { Actor, Context } from '#arena/Context.ts'
import * as Identity from '#arena/rules/Identity.ts'
import * as sanitize from '#arena/rules/sanitizePost.ts'
import { session } from '#core/Access.ts'
import type { Code } from '#core/ApiError.ts'
import { define, type Operation } from '#core/Operation.ts'

type RoomChange<Request extends z.ZodType, Response extends z.ZodType> = {
  name: string
  /** The path after that of the room. */
  at: string
  summary: string
  description?: string
  errors?: readonly Code[]
  request: Request
  response: Response
  change(request: z.output<Request>, actor: Actor): Promise<z.output<Response>>
}

/** An operation by which a participant, an owner or an operator changes a room. */
export function defineRoomChange<Request extends z.ZodType, Response extends z.ZodType>(
  { originOf }: Pick<Context, 'originOf'>,
  { at, errors = [], change, ...described }: RoomChange<Request, Response>,
): Operation {
  return define({
    ...described,
    method: 'POST',
    path: `/api/arena/rooms/{roomId}/${at}`,
    tag: 'arena',
    access: session('arena:write'),
    limit: 'write',
    errors: ['not_found', ...errors, 'unavailable'],
    async handle(request: z.output<Request>, { caller }) {
      return change(request, { identity: await Identity.require(caller, originOf), caller })
    },
  })
}

/** The reason of a moderation, sanitized. */
export const Reason = z
  .string()
  .max(200, 'must be at most 200 characters')
  .optional()
  .meta({ description: 'Shown in the room.' })

export function reasonOf(given: string | undefined): string | undefined {
  return given ? sanitize.oneLine(given, 'reason') : undefined
}
