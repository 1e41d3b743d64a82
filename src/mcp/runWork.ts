import { ApiError, invalidField } from '#core/ApiError.ts'
import type { Call } from '#core/Operation.ts'
import type { ToolWork, Work } from '#core/ToolWork.ts'
import { answersIn } from './inputRequests.ts'

/** How a client takes part in work that outlives its call. */
export type Participation = {
  wait: keyof ToolWork['waitMs']
  /** The client returns with answers to the questions of the work. */
  resumed?: { id: string; responses: unknown } | undefined
  report?: ((note: string) => void) | undefined
}

/** Waits for work that has been started; reports its progress meanwhile. */
export async function awaitWork(
  work: ToolWork,
  { id, wait, report }: { id: string } & Participation,
  call: Call,
): Promise<Work> {
  if (!report) return work.settle(id, work.waitMs[wait], call)
  const settled = new AbortController()
  const signal = AbortSignal.any([call.signal(), settled.signal])
  const reported = relay(work.follow(id, { ...call, signal: () => signal }), report)
  try {
    return await work.settle(id, work.waitMs[wait], call)
  } finally {
    settled.abort()
    await reported
  }
}

/** If a report fails, the client misses some progress but not the result. */
async function relay(notes: AsyncIterable<string>, report: (note: string) => void): Promise<void> {
  try {
    for await (const note of notes) report(note)
  } catch {}
}

/** Passes on the answers; the work asks again if an answer is not one of its options. */
export async function resume(
  work: ToolWork,
  { id, responses }: NonNullable<Participation['resumed']>,
  call: Call,
): Promise<void> {
  const isOf = (code: ApiError['code'], error: unknown) => error instanceof ApiError && error.code === code
  const found = await work.find(id, call).catch((error: unknown) => {
    throw isOf('not_found', error) ? invalidField('requestState', 'must be the one that came with the question') : error
  })
  for (const answer of answersIn(responses, found))
    await work.answer(id, answer, call).catch((error: unknown) => {
      if (!isOf('invalid_argument', error)) throw error
    })
}
