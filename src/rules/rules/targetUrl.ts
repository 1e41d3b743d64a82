import { isIP } from 'node:net'
import { invalidField } from '#core/ApiError.ts'
import { isPublicAddress } from '#core/publicAddress.ts'
import { refuseSecrets } from '#core/secrets.ts'

const URL_LENGTH_MAX = 2_000
/** Names under which people put secrets into URLs, which end up in logs. */
const SECRET_NAME =
  /^(?:.*[_-])?(?:secret|token|password|passwd|pwd|api[_-]?key|apikey|key|auth|authorization|sig|signature)$/i

/** The URL of a receiver; throws where it can never be called, or would carry a secret. */
export function targetUrl(text: string, allowedHosts: ReadonlySet<string>): URL {
  const url = parse(text)
  if (url.username !== '' || url.password !== '')
    throw invalidField('url', 'must not contain a user name or password. Receivers verify the signature instead')
  const name = url.searchParams.keys().find((key) => SECRET_NAME.test(key))
  if (name !== undefined)
    throw invalidField('url', `must not carry a secret, such as ${name}. Receivers verify the signature instead`)
  refuseSecrets(decoded(url), 'url')
  if (allowedHosts.has(url.host)) return url
  if (url.protocol !== 'https:') throw invalidField('url', 'must begin with https://')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isName = isIP(host) === 0
  if (!isName && !isPublicAddress(host)) throw invalidField('url', 'must be at a public address')
  if (isName && !isPublicName(host)) throw invalidField('url', 'must be at a public host name')
  return url
}

function parse(text: string): URL {
  const url = text.length <= URL_LENGTH_MAX ? URL.parse(text) : null
  if (!url || !/^https?:$/.test(url.protocol))
    throw invalidField('url', `must be an https:// URL of at most ${URL_LENGTH_MAX} characters`)
  url.hash = ''
  return url
}

/** Names without a dot and names of private networks are never public. */
function isPublicName(host: string): boolean {
  return (
    host.includes('.') &&
    !/(?:^|\.)(?:localhost|local|internal|home\.arpa|lan|intranet|corp|test|invalid|onion)\.?$/i.test(host)
  )
}

function decoded({ href }: URL): string {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}
