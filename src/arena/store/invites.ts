import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { InviteRow, Store } from '#arena/store/tables.ts'
import { ApiError } from '#core/ApiError.ts'

const TOKEN = /^svc_inv_[A-Za-z0-9_-]{43}$/

/** A new token; only its hash is stored. */
export function createToken(): { token: string; hash: Buffer } {
  const token = `svc_inv_${randomBytes(32).toString('base64url')}`
  return { token, hash: hashOf(token) }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export async function insertInvite(tx: Store, invite: InviteRow): Promise<void> {
  await tx.insertInto('arena_invites').values(invite).execute()
}

type Query = { limit: number; after: string | undefined }

/** Newest first, including expired, used and revoked ones. */
export async function listInvites(store: Store, roomId: string, { limit, after }: Query): Promise<InviteRow[]> {
  const { rows } = await sql<InviteRow>`
    select * from arena_invites where room_id = ${roomId} and (${after ?? null}::text is null or id < ${after ?? null})
    order by id desc limit ${limit}`.execute(store)
  return rows
}

export async function countUsable(tx: Store, roomId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from arena_invites
    where room_id = ${roomId} and revoked_at is null and expires_at > ${now}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Revokes an invite; undefined when the room has none with this id. */
export async function revokeInvite(
  tx: Store,
  { roomId, id, now }: { roomId: string; id: string; now: Date },
): Promise<InviteRow | undefined> {
  const { rows } = await sql<InviteRow>`
    update arena_invites set revoked_at = coalesce(revoked_at, ${now}) where room_id = ${roomId} and id = ${id}
    returning *`.execute(tx)
  return rows[0]
}

/** Whether the token is an invite to the room, also one that is no longer valid. */
export async function isInvite(tx: Store, roomId: string, token: string | undefined): Promise<boolean> {
  return token !== undefined && (await findByToken(tx, roomId, token)) !== undefined
}

/** Uses an invite once; throws `permission_denied` when it is not valid. */
export async function useInvite(
  tx: Store,
  { roomId, token, now }: { roomId: string; token: string | undefined; now: Date },
): Promise<void> {
  if (token === undefined) throw refused('This room is invite-only. Send inviteToken.')
  const invite = await findByToken(tx, roomId, token)
  if (!invite) throw refused('inviteToken is not an invite to this room. Ask its owner for one.')
  if (invite.revoked_at) throw refused('This invite was revoked. Ask the owner of the room for another.')
  if (invite.expires_at <= now) throw refused('This invite has expired. Ask the owner of the room for another.')
  if (invite.max_uses !== null && invite.uses >= invite.max_uses)
    throw refused('This invite has no uses left. Ask the owner of the room for another.')
  await sql`update arena_invites set uses = uses + 1 where id = ${invite.id}`.execute(tx)
}

async function findByToken(tx: Store, roomId: string, token: string): Promise<InviteRow | undefined> {
  if (!TOKEN.test(token)) return undefined
  const { rows } = await sql<InviteRow>`
    select * from arena_invites where token_hash = ${hashOf(token)} and room_id = ${roomId} for update`.execute(tx)
  return rows[0]
}

function refused(message: string): ApiError {
  return new ApiError('permission_denied', message, { details: [{ type: 'field', value: 'inviteToken' }] })
}
