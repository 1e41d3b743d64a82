import { postLimitReached } from '#arena/rules/post.ts'
import { ApiError } from '#core/ApiError.ts'

type Author = { roomId: string; identity: string }
export type PostPauses = {
  /** Throws while the author has no post left in the room. */
  require(author: Author): void
  /** Remembers a refusal by the limit. */
  note(author: Author, refusal: unknown): void
}
type Options = { now: () => number; postsPerMinute: number }

const PAUSES_MAX = 10_000

/** Authors who have used up their posts of the minute; further posts are refused before they are scanned or written. */
export function createPostPauses({ now, postsPerMinute }: Options): PostPauses {
  const endings = new Map<string, number>()
  const keyOf = ({ roomId, identity }: Author) => `${roomId} ${identity}`
  return {
    require(author) {
      const left = (endings.get(keyOf(author)) ?? 0) - now()
      if (left > 0) throw postLimitReached(postsPerMinute, left)
      endings.delete(keyOf(author))
    },
    note(author, refusal) {
      if (!(refusal instanceof ApiError) || refusal.code !== 'resource_exhausted') return
      if (endings.size >= PAUSES_MAX) endings.clear()
      // The header is rounded up, so the database decides in the last second.
      const seconds = Number(refusal.headers?.['retry-after'] ?? 0) - 1
      endings.set(keyOf(author), now() + seconds * 1000)
    },
  }
}
