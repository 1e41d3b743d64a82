import { type Kysely, sql } from 'kysely'
import * as Id from '#core/Id.ts'
import { deleteInBatches } from '#database/deleteInBatches.ts'

type Tables = {
  developers: { id: string; subject: string }
  used_nonces: { nonce: string }
  revoked_tokens: { token_id: string; expires_at: Date }
}

export type Developers = Kysely<Tables>

export async function idOf(developers: Developers, subject: string): Promise<string | undefined> {
  const row = await developers.selectFrom('developers').select('id').where('subject', '=', subject).executeTakeFirst()
  return row?.id
}

export async function subjectsOf(developers: Developers, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await developers
    .selectFrom('developers')
    .select(['id', 'subject'])
    .where('id', 'in', ['', ...ids])
    .execute()
  return new Map(rows.map(({ id, subject }) => [id, subject]))
}

/** The developer's id; concurrent first sign-ins get the same one. */
export async function register(developers: Developers, subject: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into developers (id, subject) values (${Id.create('dev')}, ${subject})
    on conflict (subject) do update set subject = excluded.subject returning id`.execute(developers)
  return rows[0]?.id as string
}

export type SessionState = {
  id: string
  /** Whether this token, or all tokens issued before a point in time, were revoked. */
  revoked: boolean
}

/** The developer and state of a token in one query; undefined for a subject that never signed in. */
export async function sessionStateOf(
  developers: Developers,
  { subject, tokenId, issuedAt }: { subject: string; tokenId: string; issuedAt: number },
): Promise<SessionState | undefined> {
  const { rows } = await sql<SessionState>`
    select id, sessions_after >= ${new Date(issuedAt)}::timestamptz
      or exists (select from revoked_tokens where token_id = ${tokenId}) as revoked
    from developers where subject = ${subject}`.execute(developers)
  return rows[0]
}

/** Whether this is the first use of the nonce; true for exactly one caller. */
export async function spendNonce(developers: Developers, nonce: string): Promise<boolean> {
  const { rows } =
    await sql`insert into used_nonces (nonce) values (${nonce}) on conflict do nothing returning nonce`.execute(
      developers,
    )
  return rows.length === 1
}

export async function revokeToken(developers: Developers, tokenId: string, expiresAt: number): Promise<void> {
  await developers
    .insertInto('revoked_tokens')
    .values({ token_id: tokenId, expires_at: new Date(expiresAt) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Revokes every token issued up to now. */
export async function revokeAllTokens(developers: Developers, developerId: string, now: number): Promise<void> {
  await sql`update developers set sessions_after = greatest(sessions_after, ${new Date(now)}::timestamptz)
    where id = ${developerId}`.execute(developers)
}

/** Deletes expired rows, with a margin of a day for clocks that are set back. */
export async function forgetOld(developers: Developers): Promise<void> {
  await deleteInBatches(developers, 'used_nonces', sql`used_at < now() - interval '1 day'`)
  await deleteInBatches(developers, 'revoked_tokens', sql`expires_at < now() - interval '1 day'`)
}
