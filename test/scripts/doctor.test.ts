import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { checkConfig } from '../../scripts/doctor/checkConfig.ts'
import { readConfig } from '../../src/config/config.ts'
import { createTestDatabase } from '../setup/database/database.ts'

const SECRET = 's'.repeat(32)

function examine(env: Record<string, string>): { code: number | null; text: string } {
  const { PATH = '' } = process.env
  const { status, stdout } = spawnSync(process.execPath, ['scripts/doctor.ts'], {
    env: { PATH, ...env },
    encoding: 'utf8',
  })
  return { code: status, text: stdout }
}

test('a good environment has no failure, and a bad one says what to change', async () => {
  await using database = await createTestDatabase()
  const good = examine({ DATABASE_URL: database.url, SECRET, BOXES_MAX: '0' })
  // The server of the tests does not wait for its disk.
  expect(good).toEqual({ code: 0, text: expect.stringMatching(/warn {2}database {3}PostgreSQL 1.*off\n +Turn it on/) })
  expect(good.text).toMatch(/ok {4}clock/)
  expect(good.text).toMatch(/warn {2}replicas .*\n +Set SHUTDOWN_DELAY_SECONDS/)
  const away = { DATABASE_URL: 'postgresql://x:hidden@127.0.0.1:9/x', SECRET, RPC_URL_4663: 'http://127.0.0.1:9' }
  const bad = examine({ ...away, BOXES_MAX: '0' })
  expect(bad).toEqual({ code: 1, text: expect.stringMatching(/FAIL {2}database[\s\S]*FAIL {2}chain/) })
  expect(bad.text).not.toContain('hidden')
  expect(examine({ PORT: 'x' })).toEqual({ code: 1, text: expect.stringContaining('PORT must be a port number') })
})

test('a public origin without https or trusted proxy is pointed out', () => {
  const env = { RPC_URL_4663: 'http://127.0.0.1:9', BASE_URL: 'http://api.example.com', HOST: '0.0.0.0' }
  const parts = (more: Record<string, string>) =>
    checkConfig(readConfig({ ...env, ...more })).flatMap(({ part, level }) => (level === 'ok' ? [] : [part]))
  expect(parts({})).toEqual(['origin', 'proxy', 'operators'])
  const right = {
    BASE_URL: 'https://api.example.com',
    TRUST_PROXY: '10.0.0.1',
    ADMIN_ADDRESSES: `0x${'ab'.repeat(20)}`,
  }
  expect(parts(right)).toEqual([])
})
