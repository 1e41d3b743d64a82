import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { withTimeout } from '#core/withTimeout.ts'
import type { Schema } from '../setup/fuzz/arbitraryOf.ts'
import { createJudge } from '../setup/fuzz/judgeAnswer.ts'
import { knownValues } from '../setup/fuzz/knownValues.ts'
import { type Described, type FuzzedRequest, operationsOf, requestsOf } from '../setup/fuzz/requestsOf.ts'
import { json } from '../setup/json.ts'
import { signIn } from '../setup/keys/signIn.ts'
import { startTestService, type TestService } from '../setup/service.ts'

/** Requests per operation; a deep run sends more than 200,000 in all, other ones in each run. */
const [REQUESTS, SEED] = inject('deep') ? [1_000, Date.now()] : [12, 4663]
const ANSWER_WITHIN_MS = 60_000
/** Operations that wait for the reply of a box; this service hosts none, so the caller hangs up. */
const WAITS_FOR_A_BOX = new Set(['/a2a', '/a2a/message:send'])
const HANG_UP_MS = 300
const UNLIMITED = String(1e9)
const LIMITS = ['READ', 'BUILD', 'WRITE', 'CONTROL', 'POSTS', 'AUTH', 'STREAM', 'GLOBAL_SIGNUPS', 'GLOBAL_NONCES']

let service: TestService
let document: Schema
let headers: Record<string, string>
const newCaller = async () => {
  const { token } = await signIn(service.post, service.baseUrl)
  headers = { authorization: `Bearer ${token}` }
}
beforeAll(async () => {
  const env = Object.fromEntries(LIMITS.map((name) => [`RATE_LIMIT_${name}`, UNLIMITED]))
  service = await startTestService({ env })
  document = await json(service.get('/api/developer/openapi.json'))
  await newCaller()
})
afterAll(() => service?.[Symbol.asyncDispose]())

test('every operation answers every request as its description says, and none with 500', async () => {
  const requests = requestsOf(document, await knownValues(service, headers))
  const judge = createJudge(document)
  const problems: string[] = []
  const succeeded = new Set<Described>()
  let sent = 0
  for (const described of operationsOf(document)) {
    await newCaller()
    const property = fc.asyncProperty(requests(described), async (request) => {
      sent++
      const answer = await answerTo(described, request)
      if (answer?.ok) succeeded.add(described)
      const problem = answer && (await judge(described, answer))
      if (problem !== undefined) throw new Error(problem)
    })
    const { failed, counterexample, errorInstance, seed } = await fc.check(property, { numRuns: REQUESTS, seed: SEED })
    const shown = JSON.stringify(counterexample?.[0])?.slice(0, 600)
    if (failed) problems.push(`${described.method} ${described.path} (seed ${seed}): ${errorInstance}\n${shown}`)
  }
  expect(problems).toEqual([])
  expect(sent).toBeGreaterThanOrEqual(operationsOf(document).length * REQUESTS)
  // Requests that are all refused at the first check would find nothing.
  expect(succeeded.size).toBeGreaterThan(operationsOf(document).length / 3)
})

test('an answer with 500, with an undeclared status or against its schema is found', async () => {
  const judge = createJudge(document)
  const described = operationsOf(document).find(({ path }) => path === '/api/health') as Described
  const ok = await service.get('/api/health')
  const body = (await ok.clone().json()) as object
  expect(await judge(described, ok)).toBeUndefined()
  expect(await judge(described, Response.json({ ...body, status: 7 }))).toContain('does not match its schema')
  expect(await judge(described, Response.json(body, { status: 418 }))).toContain('418 is not declared')
  expect(await judge(described, new Response('broken', { status: 500 }))).toContain('500')
})

/** The answer, or undefined to a caller that hangs up. */
async function answerTo({ method, path: route }: Described, fuzzed: FuzzedRequest): Promise<Response | undefined> {
  const { path, body } = fuzzed
  const hangUp = new AbortController()
  const init = { method, signal: hangUp.signal, headers: { ...headers, ...fuzzed.headers } }
  const request = new Request(service.baseUrl + path, { ...init, ...(body !== undefined && { body }) })
  const answer = Promise.resolve(service.app.fetch(request))
  if (!WAITS_FOR_A_BOX.has(route)) return withTimeout(answer, ANSWER_WITHIN_MS, late)
  return withTimeout(answer, HANG_UP_MS, late).catch(() => hangUp.abort()) as Promise<Response | undefined>
}

function late(): Error {
  return new Error(`no answer after ${ANSWER_WITHIN_MS} ms`)
}
