import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '#http/listen.ts'
import { findBubblewrap } from '../../scripts/findBubblewrap.ts'
import { cli } from '../setup/cli.ts'
import { type ListeningService, startListeningService } from '../setup/listening.ts'

let service: ListeningService
beforeAll(async () => {
  service = await startListeningService({ BOXES_MAX: '1', BOXES_WARM: '0' })
})
afterAll(() => service?.[Symbol.asyncDispose]())

const STEPS = [
  'discover',
  'money',
  'sign in',
  'key',
  'tools',
  'room',
  'box',
  'launch',
  'rule',
  'trade',
  'graduate',
  'provide',
  'claim',
  'alert',
]

test('the journey does everything the service promises', async () => {
  const hasBoxes = (await findBubblewrap()) !== undefined
  const { code, out, notes } = await cli(['journey', '--url', service.url, '--json'])
  expect([notes, code]).toEqual(['', 0])
  const { steps, token } = JSON.parse(out) as { steps: { step: string; status: string }[]; token: string }
  const wanted = STEPS.map((step) => [step, step === 'box' && !hasBoxes ? 'not offered' : 'done'])
  expect(steps.map(({ step, status }) => [step, status])).toEqual(wanted)
  const launched = await (await service.get(`/api/launchpad/token?address=${token}`)).json()
  expect(launched).toMatchObject({ symbol: 'JRNY', graduated: true })
})

test('a deployment without test money is left alone', async () => {
  const refuse = () => Response.json({ code: 'not_found', message: 'Not served here.' }, { status: 404 })
  await using other = await listen({ fetch: refuse }, { host: '127.0.0.1', port: 0 })
  const { code, notes } = await cli(['journey', '--url', other.url])
  expect([code, notes]).toEqual([2, expect.stringContaining('has no test money')])
})
