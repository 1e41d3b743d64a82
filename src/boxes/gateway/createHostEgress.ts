import type { IncomingHttpHeaders } from 'node:http2'
import type { Box } from '#boxes/store/boxes.ts'
import { from } from '#core/ApiError.ts'
import { auditEntry } from './createBudgets.ts'
import { createPlaces } from './createPlaces.ts'
import type { Egress, GatewayOptions } from './Gateway.ts'
import { readHost } from './readHost.ts'
import { refuse } from './refuse.ts'

/** A package manager opens up to 15 connections; those above the limit are refused, and it tries again. */
const CALLS_AT_ONCE = { perBox: 16, perDeveloper: 32 }

/** Lets boxes read from the hosts of their templates, such as a package registry or a git server. */
export function createHostEgress({ audit, log, outbound = {} }: GatewayOptions) {
  const places = createPlaces(CALLS_AT_ONCE)
  return (box: Box, hosts: readonly string[]): Egress =>
    async (stream, headers) => {
      const [called, reason] = describe(headers)
      try {
        using _ = places.take(box)
        await readHost({ hosts, outbound }, stream, headers)
        audit.count(auditEntry('box.host_read', box, called), reason)
      } catch (thrown) {
        const error = from(thrown)
        if (error.status >= 500) log.warn({ err: error, boxId: box.id }, 'failed to read from a host')
        else audit.count(auditEntry('box.refused', box, called), String(error.status))
        refuse(stream, error)
      }
    }
}

/** The request in words; requests are counted by their first part, the method and the host. */
function describe({ ':method': method, ':path': path = '' }: IncomingHttpHeaders): [string, string] {
  const called = `${method} ${path.slice('/egress/hosts/'.length)}`
  return [called, called.split('/', 1).join('')]
}
