import type { Context } from '#arena/Context.ts'
import type { Operation } from '#core/Operation.ts'
import type { Tool } from '#core/Tool.ts'

type Request = { roomId?: string }
type Handler = (request: never, call: never) => unknown

/** The operation, for requests that name a room by its id or by the address of a launch. */
export function operationOnRoom(context: Pick<Context, 'roomOf'>, operation: Operation): Operation {
  const { handle, respond } = operation
  return {
    ...operation,
    ...(handle && { handle: onRoom(context, handle) }),
    ...(respond && { respond: onRoom(context, respond) }),
  }
}

export function toolOnRoom(context: Pick<Context, 'roomOf'>, tool: Tool): Tool {
  return { ...tool, run: onRoom(context, tool.run) }
}

function onRoom<Handle extends Handler>({ roomOf }: Pick<Context, 'roomOf'>, handle: Handle): Handle {
  const named = async (request: Request, call: never) => {
    const roomId = request.roomId === undefined ? undefined : await roomOf(request.roomId)
    return handle((roomId === undefined ? request : { ...request, roomId }) as never, call)
  }
  return named as unknown as Handle
}
