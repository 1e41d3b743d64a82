import { HOST } from './unsupported.ts'

const MARKDOWN = /\[([^\]]*)\]\(\s*<?([^)\s>]+)>?[^)]*\)/g
const URL_LIKE = /[a-z][a-z0-9+.-]*:\/\/[^\s)>\]"']*[^\s)>\]"'.,;:!?]/gi

/**
 * The answer with every link broken that leads neither to the service nor to an address that the person named: the name
 * of a token or a post may hold a link that its author wants people to follow.
 */
export function breakLinks(answer: string, { baseUrl, said }: { baseUrl: string; said: string }): string {
  const own = new URL(baseUrl)
  const isTrusted = (link: string) => isBelow(own, link) || holds(said, link)
  const kept = (link: string) => (isTrusted(link) ? link : broken(link))
  return answer
    .replace(MARKDOWN, (whole, text: string, link: string) => (isTrusted(link) ? whole : `${text} (${broken(link)})`))
    .replace(URL_LIKE, kept)
    .replace(HOST, kept)
}

/** With the scheme and the port; a host without a scheme must be the service's own. */
function isBelow(own: URL, link: string): boolean {
  const url = URL.parse(link.includes('://') ? link : `${own.protocol}//${link}`)
  return url?.origin === own.origin && url.username === '' && url.password === ''
}

/** As a whole: a beginning of a longer address is another address. */
function holds(said: string, link: string): boolean {
  const words = said.toLowerCase().split(/[\s()<>"']+/)
  return words.some((word) => word.replace(/[.,;:!?]+$/, '') === link.toLowerCase())
}

function broken(link: string): string {
  return link.replace(/^[a-z][a-z0-9+.-]*:(?:\/\/)?/i, '').replaceAll('.', '[.]')
}
