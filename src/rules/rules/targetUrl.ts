import { isIP } from 'node:net'
import { invalidField } from '#core/ApiError.ts'
import { isPublicAddress } from '#core/publicAddress.ts'
import { refuseSecrets } from '#core/secrets.ts'

const URL_LENGTH_MAX = 2_000
/** Parameter names that usually carry a secret, which would end up in logs. */
const SECRET_NAME =
  /^(?:.*[_-])?(?:secret|token|password|passwd|pwd|api[_-]?key|apikey|key|auth|authorization|sig|signature)$/i

/** The URL of a receiver; throws if it can never be called, or would carry a secret. */
export function targetUrl(text: string, allowedHosts: ReadonlySet<string>): URL {
  const url = reachableUrl(text, allowedHosts)
  if (url.username !== '' || url.password !== '')
    throw invalidField('url', 'must not contain a user name or password. Receivers verify the signature instead')
  const name = url.searchParams.keys().find((key) => SECRET_NAME.test(key))
  if (name !== undefined)
    throw invalidField('url', `must not carry a secret, such as ${name}. Receivers verify the signature instead`)
  refuseSecrets(decoded(url), 'url')
  return url
}

/** A URL that may be called; throws if it cannot be public. `field` is the field of the request that it is in. */
export function reachableUrl(text: string, allowedHosts: ReadonlySet<string>, field = 'url'): URL {
  const url = parse(text, field)
  if (allowedHosts.has(url.host)) return url
  if (url.protocol !== 'https:') throw invalidField(field, 'must begin with https://')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isName = isIP(host) === 0
  if (!isName && !isPublicAddress(host)) throw invalidField(field, 'must be at a public address')
  if (isName && !isPublicName(host)) throw invalidField(field, 'must be at a public host name')
  return url
}

function parse(text: string, field: string): URL {
  const url = text.length <= URL_LENGTH_MAX ? URL.parse(text) : null
  if (!url || !/^https?:$/.test(url.protocol))
    throw invalidField(field, `must be an https:// URL of at most ${URL_LENGTH_MAX} characters`)
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
