import type { Context } from '#arena/Context.ts'
import type { Identity } from '#arena/rules/Identity.ts'
import type { Posted } from '#arena/rules/postAll.ts'
import * as sanitize from '#arena/rules/sanitizePost.ts'
import type { Post } from '#arena/wire/requests.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'

type Posting = { roomId: string; request: Post; identity: Identity; clientKey: string | null }

/** Posts to a room; settles once the message is committed and synced to disk. */
export async function postMessage(context: Context, posting: Posting): Promise<Posted> {
  const { roomId, request, identity, clientKey } = posting
  const author = { roomId, identity: identity.id }
  // A repeated message is returned even when the limit is reached.
  if (clientKey === null) context.pauses.require(author)
  const accepted = sanitize.post(request, clientKey)
  if (accepted.signal) await requireToken(context, accepted.signal.token)
  const posted = await context.post({ ...accepted, ...author, name: nameOf(request) }).catch((refusal) => {
    context.pauses.note(author, refusal)
    throw refusal
  })
  context.seen(posted.entry.participant_id ?? '')
  return posted
}

function nameOf({ displayName }: Post): string | null {
  return displayName === undefined ? null : sanitize.oneLine(displayName, 'displayName')
}

async function requireToken({ prices }: Context, token: string): Promise<void> {
  if (!prices) throw new ApiError('failed_precondition', 'Signals need a launchpad, and this service has none.')
  if (await prices.isKnown(token)) return
  throw invalidField('data.token', 'must be a token of this launchpad; GET /api/launchpad/tokens lists them')
}
