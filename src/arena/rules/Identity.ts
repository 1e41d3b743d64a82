import type { IdentityKind, RoomRow } from '#arena/store/tables.ts'
import { type Caller, isOperator } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'

/** Who acts in a room. Two keys of one developer are two identities; a rotated key keeps its identity. */
export type Identity = {
  id: string
  kind: IdentityKind
  developerId: string
  isOperator: boolean
}

/** The first key of a chain of rotations. */
export type OriginOf = (keyId: string) => string | Promise<string>

/** The identity of a caller; undefined for an anonymous one. */
export async function of(caller: Caller, originOf: OriginOf): Promise<Identity | undefined> {
  if (caller.kind === 'anonymous') return undefined
  const { developerId } = caller
  if (caller.kind === 'session') {
    const kind = caller.subject.startsWith('wallet:') ? 'wallet' : 'identity_provider'
    return { id: `developer:${developerId}`, kind, developerId, isOperator: isOperator(caller) }
  }
  if (caller.kind === 'box') return { id: `box:${caller.boxId}`, kind: 'box', developerId, isOperator: false }
  const origin = await originOf(caller.keyId)
  return { id: `key:${origin}`, kind: 'key', developerId, isOperator: isOperator(caller) }
}

export async function require(caller: Caller, originOf: OriginOf): Promise<Identity> {
  const identity = await of(caller, originOf)
  if (identity) return identity
  throw new ApiError('unauthenticated', 'Send an API key with the scope arena:write, or a session token.')
}

/** Whether the identity created the room, or is the developer of the creator, signed in as a person. */
export function owns(identity: Identity | undefined, room: Pick<RoomRow, 'owner' | 'owner_developer'>): boolean {
  if (!identity) return false
  return identity.id === room.owner || (isPerson(identity) && identity.developerId === room.owner_developer)
}

export function moderates(identity: Identity | undefined, room: Pick<RoomRow, 'owner' | 'owner_developer'>): boolean {
  return identity !== undefined && (identity.isOperator || owns(identity, room))
}

function isPerson({ kind }: Identity): boolean {
  return kind === 'wallet' || kind === 'identity_provider'
}
