import type { Context } from '#arena/Context.ts'
import type { Caller } from '#core/Access.ts'
import type { Operation } from '#core/Operation.ts'
import type { Tool } from '#core/Tool.ts'

type Request = { roomId?: string }
type Handler = (request: never, call: never) => unknown

/** The operation, for requests that name a room by its id or by the address of a launch. */
export function operationOnRoom(context: Pick<Context, 'roomOf'>, operation: Operation): Operation {
  const { handle, respond, method } = operation
  const find = finder(context, method === 'GET')
  return {
    ...operation,
    ...(handle && { handle: onRoom(find, handle) }),
    ...(respond && { respond: onRoom(find, respond) }),
  }
}

export function toolOnRoom(context: Pick<Context, 'roomOf'>, tool: Tool): Tool {
  return { ...tool, run: onRoom(finder(context, tool.annotations.readOnlyHint), tool.run) }
}

type Find = (name: string, caller: Caller) => Promise<string>

function finder({ roomOf }: Pick<Context, 'roomOf'>, isRead: boolean): Find {
  return (name, caller) => roomOf(name, isRead || !('developerId' in caller) ? undefined : caller.developerId)
}

function onRoom<Handle extends Handler>(find: Find, handle: Handle): Handle {
  const named = async (request: Request, call: { caller: Caller }) => {
    const roomId = request.roomId === undefined ? undefined : await find(request.roomId, call.caller)
    return handle((roomId === undefined ? request : { ...request, roomId }) as never, call as never)
  }
  return named as unknown as Handle
}
