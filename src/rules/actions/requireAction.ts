import { authorize, type KnownCaller, session } from '#core/Access.ts'
import { type Context, endpointNotFound } from '#rules/Context.ts'
import type { Action } from '#rules/rules/Action.ts'
import type { EventTypeName } from '#rules/rules/eventTypes.ts'
import * as Endpoints from '#rules/store/Endpoints.ts'
import * as Lists from '#rules/store/Lists.ts'

type Ports = Pick<Context, 'store' | 'rooms' | 'boxes'>

/** Throws unless the caller may have a rule do this. */
export async function requireAction(
  { store, rooms, boxes }: Ports,
  action: Action,
  caller: KnownCaller,
): Promise<void> {
  const { developerId } = caller
  if (action.kind === 'webhook' && !(await Endpoints.find(store, { id: action.endpointId, developerId })))
    throw endpointNotFound()
  if (action.kind === 'room') {
    authorize(session('arena:write'), caller)
    await rooms.requireReadable(action.roomId, caller)
  }
  if (action.kind === 'box') {
    authorize(session('box:write'), caller)
    await boxes.requireOwned(action.boxId, developerId)
  }
}

/** Throws unless the caller may hear of these events; begins to follow the lists that they come from. */
export async function followSource({ store, rooms, boxes }: Ports, rule: Watched, caller: KnownCaller): Promise<void> {
  const { type, filter } = rule
  if (type.startsWith('room.')) {
    await rooms.requireReadable(filter['roomId'] ?? '', caller)
    await Lists.begin(store, 'room', await rooms.listsOf([filter['roomId'] ?? '']))
  }
  if (type.startsWith('box.')) {
    authorize(session('box:read'), caller)
    await boxes.requireOwned(filter['boxId'] ?? '', caller.developerId)
    await Lists.begin(store, 'box', await boxes.listsOf([filter['boxId'] ?? '']))
  }
}

type Watched = { type: EventTypeName; filter: Readonly<Record<string, string>> }
