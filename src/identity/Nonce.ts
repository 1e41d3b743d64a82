import { createHmac, timingSafeEqual } from 'node:crypto'

const TIME_BYTES = 6
const RANDOM_BYTES = 12
const MAC_BYTES = 16
const SHAPE = /^[0-9a-f]{68}$/

export const LIFETIME_MS = 5 * 60_000

type Source = { now: number; random: (size: number) => Uint8Array }

/** A sign-in nonce with its time and a MAC, so that nothing is stored until it is used. */
export function create(secret: Uint8Array, { now, random }: Source): string {
  const body = Buffer.alloc(TIME_BYTES + RANDOM_BYTES)
  body.writeUIntBE(now, 0, TIME_BYTES)
  body.set(random(RANDOM_BYTES), TIME_BYTES)
  return body.toString('hex') + mac(secret, body).toString('hex')
}

/** When the nonce was issued, in milliseconds; undefined if none of `secrets` issued it. */
export function birthOf(nonce: string, secrets: readonly Uint8Array[]): number | undefined {
  if (!SHAPE.test(nonce)) return undefined
  const bytes = Buffer.from(nonce, 'hex')
  const body = bytes.subarray(0, -MAC_BYTES)
  const isOurs = secrets.some((secret) => timingSafeEqual(mac(secret, body), bytes.subarray(-MAC_BYTES)))
  return isOurs ? body.readUIntBE(0, TIME_BYTES) : undefined
}

function mac(secret: Uint8Array, body: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(body).digest().subarray(0, MAC_BYTES)
}
