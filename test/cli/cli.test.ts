import { execFileSync } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { formatEther, parseEther, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commands } from '../../packages/cli/src/commands.ts'
import { SCRIPTS } from '../../packages/cli/src/completion.ts'
import { cli as run } from '../setup/cli.ts'
import { type ListeningService, startListeningService } from '../setup/listening.ts'
import { temporaryFolder } from '../setup/process.ts'

let service: ListeningService
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let env: Record<string, string>
beforeAll(async () => {
  folder = await temporaryFolder()
  service = await startListeningService({ BOXES_MAX: '4', BOXES_WARM: '0' })
  const { privateKey } = service.devnet.account(3).getHdKey()
  env = { XDG_CONFIG_HOME: folder.path, SLIPWAY_URL: service.url, SLIPWAY_PRIVATE_KEY: toHex(privateKey!) }
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await folder?.[Symbol.asyncDispose]()
})

const cli = (line: string[], options: Parameters<typeof run>[1] = {}) =>
  run(line, { ...options, env: { ...env, ...options.env } })
const json = async (line: string[], options?: Parameters<typeof run>[1]) => {
  const { code, out, notes } = await cli([...line, '--json'], options)
  expect([notes, code]).toEqual(['', 0])
  return JSON.parse(out)
}

test('login stores a key that only its owner can read, and the key works', async () => {
  const { keyId, address } = await json(['login', '--name', 'test'])
  expect(address).toBe(service.devnet.account(3).address)
  const { mode } = await stat(`${folder.path}/slipway/credentials.json`)
  expect(mode & 0o777).toBe(0o600)
  const { keys } = await json(['keys', 'list'])
  expect(keys).toMatchObject([{ id: keyId, name: 'test', status: 'active' }])
  const { room } = await json(['rooms', 'create', 'From', 'a', 'shell'], { env: { SLIPWAY_PRIVATE_KEY: '' } })
  expect(room.topic).toBe('From a shell')
  const { message } = await json(['rooms', 'post', room.id, 'Hello', 'there'])
  expect(message.content).toBe('Hello there')
  const { out } = await cli(['rooms', 'follow', room.id, '--count', '2'])
  expect(out).toContain('shell: Hello there')
})

test('snapshots and schedules of a box are made, changed and deleted', async () => {
  const { box } = await json(['call', 'createBox', '{"agentId":"echo"}'])
  await expect
    .poll(async () => (await json(['call', 'getBox', JSON.stringify({ boxId: box.id })])).box.status)
    .toBe('ready')
  const { snapshot } = await json(['snapshots', 'take', box.id, '--name', 'before'])
  expect((await json(['snapshots', 'list', '--box', box.id])).snapshots).toMatchObject([
    { id: snapshot.id, name: 'before' },
  ])
  const forked = await json(['snapshots', 'fork', snapshot.id])
  expect(forked.box).toMatchObject({ agentId: 'echo' })
  const early = await cli(['snapshots', 'restore', box.id, snapshot.id])
  expect(early.notes).toMatch(/pause first/)
  await json(['snapshots', 'delete', snapshot.id])
  const { schedule } = await json(['schedules', 'create', box.id, '0 9 * * 1-5', 'gm', 'there'])
  expect(schedule).toMatchObject({ prompt: 'gm there', cron: '0 9 * * 1-5' })
  expect((await json(['schedules', 'pause', box.id, schedule.id])).schedule.nextAt).toBeNull()
  expect((await json(['schedules', 'resume', box.id, schedule.id])).schedule.nextAt).toBe(schedule.nextAt)
  expect((await cli(['schedules', 'list', box.id])).out).toContain('0 9 * * 1-5')
  await json(['schedules', 'delete', box.id, schedule.id])
  expect((await cli(['schedules', 'list', box.id])).out).toContain('No schedules.')
})

test('no secret is in the output of a login, an error, or the help', async () => {
  const { out, notes } = await cli(['login', '--name', 'quiet'])
  expect(out + notes).not.toMatch(/svc_sk_/)
  const failed = await cli(['whoami'])
  expect(failed.notes).not.toContain(env['SLIPWAY_PRIVATE_KEY'])
})

describe('sending', () => {
  let token: string

  test('launch, buy and sell do what they print, and answer --json', async () => {
    const launched = await json(['launch', 'Shell', 'SHEL', '--buy', '0.1', '--yes'])
    expect(launched).toMatchObject({
      status: 'sent',
      hashes: [expect.stringMatching(/^0x/)],
      page: `${service.url}/launch/${launched.token}`,
    })
    token = launched.token
    const bought = await json(['buy', token, '0.05', '--yes'])
    const amount = formatEther(BigInt(bought.quote.minOut))
    expect(await json(['sell', token, amount, '--yes'])).toMatchObject({ status: 'sent' })
  })

  const balance = () => service.devnet.client.getBalance({ address: service.devnet.account(3).address })

  test('--dry-run checks the answer and spends nothing', async () => {
    const before = await balance()
    expect(await json(['buy', token, '0.05', '--dry-run'])).toMatchObject({ status: 'checked', hashes: [] })
    expect(await balance()).toBe(before)
  })

  test('--unsigned hands the transaction out, and needs an address instead of a key', async () => {
    const from = service.devnet.account(4).address
    const { status, steps } = await json(['buy', token, '0.05', '--unsigned', '--from', from])
    expect(status).toBe('unsigned')
    expect(steps).toMatchObject([
      {
        kind: 'transaction',
        transaction: { from, value: toHex(parseEther('0.05'), { size: 7 }).replace(/^0x00/, '0x') },
      },
    ])
  })

  test('a person is asked first, and a program must say --yes', async () => {
    const before = await balance()
    const refused = await cli(['buy', token, '0.05'], { answers: ['n'] })
    expect([refused.code, refused.notes]).toEqual([2, expect.stringContaining('Sign and send?')])
    expect(await cli(['buy', token, '0.05'])).toMatchObject({ code: 2, notes: expect.stringContaining('--yes') })
    expect(await balance()).toBe(before)
    expect((await cli(['buy', token, '0.05'], { answers: ['y'] })).code).toBe(0)
  })
})

test('each kind of failure has its exit code, and its JSON', async () => {
  const failures: [string[], number, Record<string, string>?][] = [
    [['rooms', 'nothing'], 2],
    [['buy', '0x1'], 2],
    [['buy', '0x1', 'much'], 2],
    [['buy', '--colour', 'red'], 2],
    [['keys', 'list'], 3, { SLIPWAY_PRIVATE_KEY: '', XDG_CONFIG_HOME: '/nonexistent' }],
    [['rooms', 'read', 'room_00000000000000000000000000'], 4],
    [['status', '--url', 'http://127.0.0.1:9'], 6],
    [['call', 'quoteLaunchTrade', '{"side":"buy","amount":"x"}'], 1],
  ]
  for (const [line, code, changed] of failures) {
    const result = await cli([...line, '--json'], { env: changed ?? {} })
    expect([line.join(' '), result.code, result.out]).toEqual([line.join(' '), code, ''])
    expect(JSON.parse(result.notes)).toMatchObject({
      error: { code: expect.any(String), message: expect.stringMatching(/\S/) },
    })
  }
})

test('any operation can be called, and a write is not sent in a dry run', async () => {
  expect(await json(['call', 'getLaunchStats'])).toHaveProperty('behindMs')
  expect(await json(['call', 'createRoom', '{"topic":"x"}', '--dry-run'])).toMatchObject({
    method: 'POST',
    path: '/api/arena/rooms',
  })
})

test('explain reads a transaction from standard input', async () => {
  const request = {
    chainId: 4663,
    from: service.devnet.account(3).address,
    transaction: { to: service.devnet.account(4).address, data: '0x', value: '0x01' },
  }
  const answer = await json(['explain'], { input: JSON.stringify(request) })
  expect(answer).toHaveProperty('known')
})

test('every command has a summary and shows its usage', async () => {
  const { out: overview } = await run(['help'])
  for (const { name, summary } of commands) {
    expect(overview).toContain(`  ${name}`)
    expect(summary).toMatch(/\.$/)
    const { code, out } = await run([...name.split(' '), '--help'])
    expect([name, code, out.split('\n')[0]?.startsWith(`slipway ${name}`)]).toEqual([name, 0, true])
  }
})

test('words and options are completed', async () => {
  expect((await run(['__complete', 'r'])).out).toBe('rooms')
  expect((await run(['__complete', 'rooms', ''])).out.split('\n')).toEqual(['create', 'follow', 'list', 'post', 'read'])
  expect((await run(['__complete', 'launch', 'a', 'b', '--b'])).out).toBe('--buy')
})

test.each(['bash', 'zsh', 'fish'])('the completion script of %s is one that the shell reads', (shell) => {
  const isInstalled = execFileSync('sh', ['-c', `command -v ${shell} || true`], { encoding: 'utf8' }) !== ''
  if (!isInstalled) return
  execFileSync(shell, ['-n'], { input: SCRIPTS[shell]! })
})
