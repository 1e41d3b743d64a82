import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../setup/database/databaseService.ts'
import { type ListeningService, startListeningService } from '../setup/listening.ts'

const ROOT = join(import.meta.dirname, '../..')
/** A script is faster than a person, so it waits until the index has the newest block. */
const CATCH_UP = `until [ "$(curl -s $URL/api/launchpad/stats | jq .block)" -ge "$(printf %d "$(curl -s $RPC --json \
  '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}' | jq -r .result)")" ]; do sleep 0.2; done
`

let service: ListeningService
let folder: string
beforeAll(async () => {
  service = await startListeningService()
  folder = await mkdtemp(join(tmpdir(), 'launchpad-docs-'))
  for (const name of ['package.json', 'scripts', 'src', 'node_modules'])
    await symlink(join(ROOT, name), join(folder, name))
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  if (folder) await rm(folder, { recursive: true })
})

/** The commands of a document, but for the stream that never ends. */
async function commandsOf(path: string): Promise<string> {
  const markdown = await readFile(join(ROOT, path), 'utf8')
  const blocks = [...markdown.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1] as string)
  const commands = blocks.filter((block) => !block.includes('curl -sN')).join('')
  return commands.replaceAll(/^(?=(?:\w+=\$\()?curl -s "\$URL\/api\/launchpad)/gm, () => CATCH_UP)
}

/** The responses in a document, without hashes, block numbers and truncated parts. */
async function shownIn(path: string): Promise<RegExp[]> {
  const markdown = await readFile(join(ROOT, path), 'utf8')
  const blocks = [...markdown.matchAll(/```(\w*)\n([\s\S]*?)```/g)].filter(([, language]) => language !== 'sh')
  return blocks.map(([, , text = '']) => {
    const escaped = text.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    const open = escaped.replaceAll(/0x\w{4}…\w{4}/g, '0x\\w+').replaceAll(/(?<="blockNumber":")\d+/g, '\\d+')
    return new RegExp(open)
  })
}

test('every command of docs/launchpad.md works as written and answers as shown, from a launch to the release of a lock', async () => {
  const script = (await commandsOf('docs/launchpad.md')).replace('http://127.0.0.1:8787', service.url)
  expect(script).toContain(service.url)
  const reporting = `${script}\necho "tokens $TOKEN $FAIR $SPLIT"`
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', reporting], { cwd: folder })
  const shown = await shownIn('docs/launchpad.md')
  expect(shown).toHaveLength(4)
  for (const answer of shown) expect(stdout).toMatch(answer)
  const sent = [...stdout.matchAll(/"status":"(\w+)"/g)].map((match) => match[1])
  expect(sent).toHaveLength(10)
  expect(new Set(sent)).toEqual(new Set(['success']))
  expect(stdout).toMatch(/This launch is in its opening: \d/)
  const [, plain, fair, split] = /tokens (0x\w{40}) (0x\w{40}) (0x\w{40})/.exec(stdout) ?? []
  const read = async (token?: string) => (await service.get(`/api/launchpad/token?address=${token}`)).json()
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what is asserted.
  const record = async (token?: string) => (await read(token)) as any
  await eventually(async () => BigInt((await record(fair)).creatorFees?.claimed ?? 0) > 0n, {
    what: 'the split’s claim',
  })
  expect(await record(plain)).toMatchObject({ graduated: true, progressBps: 10_000 })
  const launched = await record(fair)
  expect(launched).toMatchObject({ feeHolder: split, opening: { seconds: 120 }, lock: { days: 30 } })
  expect(BigInt(launched.lock.released)).toBeGreaterThan(0n)
  expect(BigInt(launched.burned)).toBeGreaterThan(0n)
}, 900_000)
