import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ListeningService, startListeningService } from '../setup/listening.ts'
import { blocksOf } from '../setup/markdown.ts'
import { temporaryFolder } from '../setup/process.ts'

let service: ListeningService
beforeAll(async () => {
  service = await startListeningService()
})
afterAll(() => service?.[Symbol.asyncDispose]())

test('the commands of the README run as they are written', async () => {
  await using folder = await temporaryFolder()
  const blocks = blocksOf(await readFile('README.md', 'utf8'), 'console')
  expect(blocks.length).toBe(4)
  const [first = '', ...rest] = blocks
  const launch = first
    .replace(/^slipway quote.*$/m, '')
    .replace('npm run -s slipway --', 'node packages/cli/src/main.ts')
  // The index follows the chain.
  const indexed = `until slipway call getLaunchToken "{\\"address\\":\\"$LAUNCH\\"}" | grep '"graduated": true'; do :; done`
  const script = ['set -e', launch, ...rest, indexed, 'slipway quote $LAUNCH buy 0.05'].join('\n')
  const env = { ...process.env, SLIPWAY_URL: service.url, XDG_CONFIG_HOME: folder.path }
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { env })
  expect(stdout).toContain('Checked, nothing was sent.')
  expect(stdout).toContain('shell: I see 40 % of the curve sold.')
  expect(stdout).toMatch(/"graduated": true/)
})
