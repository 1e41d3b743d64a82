import type { Token, TokenPage } from '../../api/launchpad.ts'
import { shownBeyond } from '../../api/longLists.ts'

const KEPT = 200

const addressOf = ({ address }: Token) => address

/** A list with the page that follows it. */
export function withNext({ nextCursor: _, ...page }: TokenPage, { tokens, nextCursor }: TokenPage): TokenPage {
  const known = new Set(page.tokens.map(addressOf))
  return {
    ...page,
    tokens: [...page.tokens, ...tokens.filter(({ address }) => !known.has(address))],
    ...(nextCursor !== undefined && { nextCursor }),
  }
}

/** A fresh list for all shown items; if one read does not return all of them, the old items follow. */
export function readAnew(read: TokenPage, before: TokenPage): TokenPage {
  const rest = read.nextCursor === undefined ? [] : shownBeyond(read.tokens, before.tokens, addressOf)
  if (rest.length === 0) return read
  const { nextCursor: _, ...page } = read
  return {
    ...page,
    tokens: [...read.tokens, ...rest],
    ...(before.nextCursor !== undefined && { nextCursor: before.nextCursor }),
  }
}

/** A list with new launches on top; it keeps its length where its end can be loaded again. */
export function withCreated(page: TokenPage, created: readonly Token[]): TokenPage {
  const known = new Set(page.tokens.map(addressOf))
  const added = created.filter(({ address }) => !known.has(address)).reverse()
  const most = page.nextCursor === undefined ? KEPT : page.tokens.length
  return { ...page, total: page.total + added.length, tokens: [...added, ...page.tokens].slice(0, most) }
}
