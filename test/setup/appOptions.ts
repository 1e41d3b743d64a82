import type { Caller } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import type { Operation } from '#core/Operation.ts'
import { trustedProxies } from '#http/clientAddress.ts'
import type { AppOptions } from '#http/createApp.ts'
import { createHosts } from '#http/hosts.ts'

/** An HTTP app without keys, limits or stored responses, to test and measure the HTTP layer itself. */
export function plainOptions(operations: readonly Operation[], changes: Partial<AppOptions> = {}): AppOptions {
  return {
    operations,
    authenticate: ({ address }): Caller => ({ kind: 'anonymous', address }),
    limit: () => ({ allowed: true, policy: 'read', quota: 100, windowSeconds: 60, remaining: 99, resetSeconds: 60 }),
    hosts: createHosts(['https://slipway.example'], []),
    proxies: trustedProxies([]),
    idempotently: () => Promise.reject(new ApiError('unimplemented', 'No Idempotency-Key here.')),
    served: () => {},
    failed: () => {},
    ...changes,
  }
}
