import { VersionNotSupportedError } from '@a2a-js/sdk/errors'
import type { Call } from '#core/Operation.ts'
import { queryOf } from '#core/queryOf.ts'

export const CURRENT = '1.0'
export const LEGACY = '0.3'

/** The version a request names in `A2A-Version`, as header or query parameter; empty without one. */
export function versionOf({ raw }: Pick<Call, 'raw'>): string {
  const named = raw.headers.get('a2a-version') || queryOf(raw.url).get('A2A-Version') || ''
  // A patch number makes no difference to the protocol.
  return named.trim().replace(/^(\d+\.\d+)\.\d+$/, '$1')
}

/** Refuses a version that the binding does not serve. A request without one gets the version that has its method. */
export function requireVersion(version: string, served: readonly string[]): void {
  if (version === '' || served.includes(version)) return
  throw new VersionNotSupportedError(
    `A2A version ${version.slice(0, 20)} is not served here. Send A2A-Version: ${served.join(' or ')}.`,
  )
}
