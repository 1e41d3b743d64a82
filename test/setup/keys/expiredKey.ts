import { setTimeout as delay } from 'node:timers/promises'

type Options = {
  make(expiresAt: string): Promise<string>
  /** Whether the key was taken while it was good. */
  isTaken?(key: string): Promise<boolean>
}

const FIRST_MS = 300
const SPARE_MS = 200

/** A key that was good and has expired. On a busy machine it must live longer to be made and used in time. */
export async function expiredKey({ make, isTaken = async () => true }: Options): Promise<string> {
  for (let lifetimeMs = FIRST_MS; ; lifetimeMs *= 3) {
    const endsAt = Date.now() + lifetimeMs
    const key = await make(new Date(endsAt).toISOString()).catch(() => undefined)
    const wasGood = key !== undefined && (await isTaken(key))
    await delay(Math.max(0, endsAt + SPARE_MS - Date.now()))
    if (wasGood) return key
  }
}
