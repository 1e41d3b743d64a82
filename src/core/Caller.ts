import type { Caller } from './Access.ts'

/** The developer whose things a caller makes and sees, whichever credential is used; anonymous callers own nothing. */
export function ownerId(caller: Caller): string | undefined {
  return caller.kind === 'anonymous' ? undefined : caller.developerId
}

/** Whom calls, streams and kept answers are counted for: the developer, or the network address of an anonymous caller. */
export function principal(caller: Caller): string {
  return caller.kind === 'anonymous' ? caller.address : caller.developerId
}

/** Who did it, as logs name them: the key, the person, the box. */
export function actor(caller: Caller): string {
  if (caller.kind === 'key') return caller.keyId
  if (caller.kind === 'box') return caller.boxId
  return caller.kind === 'session' ? caller.subject : 'anonymous'
}
