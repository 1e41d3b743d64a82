import { ApiError } from '#core/ApiError.ts'
import type { Exchange } from './Exchange.ts'

const TIMEOUT_MS = 20_000
const LOOK_EVERY_MS = 50

type Wait = { endsAt: number; giveUp(): void }

const waits = new Set<Wait>()
let looking: NodeJS.Timeout | undefined

/**
 * What `work` comes to, or a refusal once the operation has taken too long. All waits share one timer, because setting
 * and clearing one of its own costs a request more than the rest of its way through the door.
 */
export function inTime<Result>(work: Promise<Result>, { operation, startedAt }: Exchange): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const wait = {
    endsAt: startedAt + (operation?.timeoutMs ?? TIMEOUT_MS),
    giveUp: () => reject(new ApiError('deadline_exceeded', 'This took too long on our side. Try again.')),
  }
  waits.add(wait)
  looking ??= setInterval(look, LOOK_EVERY_MS)
  work.then(
    (result) => {
      waits.delete(wait)
      resolve(result)
    },
    (error) => {
      waits.delete(wait)
      reject(error)
    },
  )
  return promise
}

function look(): void {
  const now = performance.now()
  for (const wait of waits) if (wait.endsAt <= now && waits.delete(wait)) wait.giveUp()
  if (waits.size > 0) return
  clearInterval(looking)
  looking = undefined
}
