import { authorize, type KnownCaller, session } from '#core/Access.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'
import { type Context, endpointNotFound } from '#rules/Context.ts'
import type { Action } from '#rules/rules/Action.ts'
import type { EventTypeName } from '#rules/rules/eventTypes.ts'
import { keyOfPosition, positionOf } from '#rules/rules/positionHappenings.ts'
import * as Endpoints from '#rules/store/Endpoints.ts'
import * as Lists from '#rules/store/Lists.ts'
import * as Positions from '#rules/store/Positions.ts'

type Ports = Pick<Context, 'store' | 'rooms' | 'boxes' | 'positions'>

/** Throws unless the caller may use this action in a rule. */
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

/** Throws unless the caller may receive these events; begins to follow the lists that they come from. */
export async function followSource(context: Ports, rule: Watched, caller: KnownCaller): Promise<void> {
  const { store, rooms, boxes } = context
  const { type, filter } = rule
  if (type.startsWith('room.')) {
    await rooms.requireReadable(filter['roomId'] ?? '', caller)
    await Lists.begin(store, 'room', await rooms.listsOf([filter['roomId'] ?? '']))
  }
  if (type.startsWith('position.')) await followPosition(context, filter)
  if (type === 'signal.settled') await rooms.requireReadable(filter['roomId'] ?? '', caller)
  if (type.startsWith('key.')) authorize(session('keys:manage'), caller)
  if (type.startsWith('box.')) {
    authorize(session('box:read'), caller)
    await boxes.requireOwned(filter['boxId'] ?? '', caller.developerId)
    await Lists.begin(store, 'box', await boxes.listsOf([filter['boxId'] ?? '']))
  }
}

/** The position must be open now; its state now is the one that the first read is compared with. */
async function followPosition({ store, positions }: Ports, filter: Watched['filter']): Promise<void> {
  const name = positionOf(filter)
  const { chainId, protocol, tokenId } = name
  const { positions: found } = await positions.read(chainId, { protocol, ids: [tokenId] })
  const [state] = found
  if (!state)
    throw new ApiError(
      'not_found',
      `${protocol} position ${tokenId} on chain ${chainId} does not exist or is closed. Check the id.`,
    )
  const { token0, token1, isInRange, fees0, fees1 } = state
  if (filter['token'] !== undefined && ![token0, token1].includes(filter['token']))
    throw invalidField('filter.token', `must be a token of the position: ${token0} or ${token1}`)
  await Positions.begin(store, { key: keyOfPosition(name), isInRange, fees0, fees1 })
}

type Watched = { type: EventTypeName; filter: Readonly<Record<string, string>> }
