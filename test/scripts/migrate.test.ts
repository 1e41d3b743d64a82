import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../setup/database/database.ts'

function migrate(env: Record<string, string>) {
  const { PATH = '' } = process.env
  const options = { env: { PATH, SECRET: 's'.repeat(32), ...env }, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/migrate.ts'], options)
  return { status, lines: `${stdout}${stderr}`.trim().split('\n') }
}

test('npm run migrate ends with one line that says whether it worked, and never with a stack trace', async () => {
  await using database = await createTestDatabase()
  const { status, lines } = migrate({ DATABASE_URL: database.url })
  expect([status, lines.at(-1)]).toEqual([0, 'The database is migrated.'])
  const refused = migrate({ DATABASE_URL: 'postgresql://x:hidden@127.0.0.1:9/x' })
  expect(refused).toEqual({ status: 1, lines: [expect.stringMatching(/DATABASE_URL|database/i)] })
  expect(refused.lines[0]).not.toContain('hidden')
})
