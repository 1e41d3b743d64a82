import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import * as Outages from '#health/Outages.ts'
import { resultsFile } from '#health/reliability.ts'
import { json } from '../setup/json.ts'
import { temporaryFolder } from '../setup/process.ts'
import { startTestService } from '../setup/service.ts'

const ROW = { row: 'replica killed', injected: 'SIGKILL', state: 'held', figures: '900 requests', seconds: 41 }
const RESULTS = {
  version: '1.2.0',
  startedAt: '2026-11-18T06:00:00.000Z',
  endedAt: '2026-11-18T06:30:00.000Z',
  rows: [{ ...ROW, selfTest: 'caught' }],
}

test('past outages come in pages, and the results of the fault tests are served, or said to be missing', async () => {
  await using folder = await temporaryFolder()
  await using service = await startTestService({ env: { DATA_DIR: folder.path } })
  const page = async () => (await service.get('/status', { accept: 'text/html' })).text()
  expect(await json(service.get('/status/reliability'))).toMatchObject({ status: 'not run', rows: [] })
  expect(await page()).toMatch(/None in 90 days\.[\s\S]*No fault test was run/)

  await writeFile(resultsFile(folder.path), JSON.stringify(RESULTS))
  expect(await json(service.get('/status/reliability'))).toMatchObject({ ...RESULTS, status: 'held' })
  const missed = { ...RESULTS, rows: [{ ...ROW, selfTest: 'missed' }] }
  await writeFile(resultsFile(folder.path), JSON.stringify(missed))
  expect(await json(service.get('/status/reliability'))).toMatchObject({ status: 'failed' })

  const unproven = [[], [{ ...ROW, state: 'not run', selfTest: 'not run' }]]
  for (const rows of unproven) {
    await writeFile(resultsFile(folder.path), JSON.stringify({ ...RESULTS, rows }))
    expect(await json(service.get('/status/reliability'))).toMatchObject({ status: 'not run', rows })
  }
  for (const broken of ['{"version":', JSON.stringify({ ...RESULTS, version: 'x'.repeat(2_000_000) })]) {
    await writeFile(resultsFile(folder.path), broken)
    const message = expect.stringContaining('reliability.json cannot be read')
    expect(await json(service.get('/status/reliability'))).toMatchObject({ status: 'not run', message, rows: [] })
  }
  await writeFile(resultsFile(folder.path), JSON.stringify(RESULTS))

  for (const part of ['database', 'chain 4663'])
    await Outages.record(service.database.kysely, { part, detail: null, startedMsAgo: 90_000, seenMsAgo: 60_000 })
  const first = await json(service.get('/api/health/history?limit=1'))
  expect(first.outages).toMatchObject([{ part: 'chain 4663', endedAt: expect.any(String) }])
  const second = await json(service.get(`/api/health/history?limit=1&cursor=${first.nextCursor}`))
  expect([second.outages[0].part, second.nextCursor]).toEqual(['database', null])
  expect((await service.get('/api/health/history?cursor=x')).status).toBe(400)
  expect(await page()).toMatch(/chain 4663[\s\S]*replica killed/)
})
