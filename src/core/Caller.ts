import type { Caller } from './Access.ts'

/** The developer on whose behalf the caller acts; undefined for anonymous callers. */
export function ownerId(caller: Caller): string | undefined {
  return caller.kind === 'anonymous' ? undefined : caller.developerId
}

/** The identity that limits, streams and stored responses count by: the developer, or an anonymous caller's address. */
export function principal(caller: Caller): string {
  return caller.kind === 'anonymous' ? caller.address : caller.developerId
}

/** The name of the caller in logs: the key, the person or the box. */
export function actor(caller: Caller): string {
  if (caller.kind === 'key') return caller.keyId
  if (caller.kind === 'box') return caller.boxId
  return caller.kind === 'session' ? caller.subject : 'anonymous'
}
