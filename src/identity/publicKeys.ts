import type { JSONWebKeySet } from 'jose'
import { z } from 'zod'
import { none } from '#core/Access.ts'
import { define, Empty, type Operation } from '#core/Operation.ts'

export function publicKeys(jwks: JSONWebKeySet): Operation {
  return define({
    name: 'publicKeys',
    method: 'GET',
    path: '/.well-known/jwks.json',
    tag: 'identity',
    summary: 'Get the public keys that verify session tokens, statements and the agent card.',
    access: none,
    limit: 'read',
    errors: [],
    cacheControl: 'public, max-age=300',
    ignoresUnknownQuery: true,
    request: Empty,
    response: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
    handle: () => ({ keys: jwks.keys.map((key) => ({ ...key })) }),
  })
}
