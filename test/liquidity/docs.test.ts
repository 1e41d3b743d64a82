import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ListeningService, startListeningService } from '../setup/listening.ts'
import { blocksOf, sectionOf } from '../setup/markdown.ts'

const ROOT = join(import.meta.dirname, '../..')

let service: ListeningService
let folder: string
beforeAll(async () => {
  service = await startListeningService()
  folder = await mkdtemp(join(tmpdir(), 'liquidity-docs-'))
  for (const name of ['package.json', 'scripts', 'src', 'node_modules'])
    await symlink(join(ROOT, name), join(folder, name))
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  if (folder) await rm(folder, { recursive: true })
})

// The cost of a transaction depends on the block's fee.
const withoutFees = (text: string) => text.replaceAll(/(network fee: )[\d.]+/g, '$1…')

test('a position lives as README and docs/liquidity.md say, and their samples are what is answered', async () => {
  const first = await sectionOf('README.md', 'Create your first API key')
  const position = await sectionOf('README.md', 'Build a Uniswap v4 position')
  const life = await sectionOf('docs/liquidity.md', "A position's life")
  const steps = await sectionOf('docs/liquidity.md', 'Several steps in one transaction')
  const written = [first, position, life, steps].flatMap((text) => blocksOf(text, 'sh')).join('\n')
  const script = written.replace('http://127.0.0.1:8787', service.url)
  expect(script).toContain(service.url)
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder })
  const sent = [...stdout.matchAll(/"status":"(\w+)"/g)].map((match) => match[1])
  // The lines before it say which step it was.
  expect(/[\s\S]{0,2000}"status":"reverted".*/.exec(stdout)?.[0]).toBeUndefined()
  expect(sent.length).toBeGreaterThanOrEqual(6)
  const summaries = stdout.split('\n').filter((line) => /^(Add|Collect|Remove) /.test(line))
  expect(withoutFees(summaries.join('\n'))).toBe(withoutFees(blocksOf(life, '').join('\n').trim()))
  const several = stdout
    .split('\n')
    .filter((line) => /^(Compound|Move|Create a V4 position on .* alone|V[34] \d+ [A-Z_]+$)/.test(line))
  expect(withoutFees(several.join('\n'))).toBe(withoutFees(blocksOf(steps, '').join('\n').trim()))
  const created = JSON.parse(await readFile(join(folder, 'create.json'), 'utf8'))
  const [, sample = ''] = blocksOf(`${first}${position}`, 'json').slice(-2)
  const figures = [created.token0, created.token1, ...created.limits.pay].map(({ amount, atMost }) => amount ?? atMost)
  for (const figure of [...figures, created.adjustedMinPrice, created.adjustedMaxPrice, created.create.value])
    expect(sample).toContain(`"${figure}"`)
  expect(created.summary).toContain(/"summary": "(.*?) It reverts/.exec(sample)?.[1])
}, 900_000)
