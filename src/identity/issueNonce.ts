import { z } from 'zod'
import { none } from '#core/Access.ts'
import { define, Empty, type Operation } from '#core/Operation.ts'
import * as Nonce from './Nonce.ts'

type Nonces = {
  nonceSecrets: readonly [Uint8Array, ...Uint8Array[]]
  takeGlobally(bucket: 'nonces'): void | Promise<void>
  now(): number
  random(size: number): Uint8Array
}

export function issueNonce({ nonceSecrets, takeGlobally, now, random }: Nonces): Operation {
  return define({
    name: 'issueNonce',
    method: 'POST',
    path: '/api/auth/siwe/nonce',
    tag: 'identity',
    summary: 'Get a single-use nonce for Sign-In with Ethereum.',
    description: `Put it into an EIP-4361 message, sign the message with a wallet and send both to /api/auth/siwe/verify within ${Nonce.LIFETIME_MS / 60_000} minutes.`,
    access: none,
    limit: 'auth',
    errors: ['unavailable'],
    request: Empty,
    response: z.object({ nonce: z.string() }),
    async handle() {
      await takeGlobally('nonces')
      return { nonce: Nonce.create(nonceSecrets[0], { now: now(), random }) }
    },
  })
}
