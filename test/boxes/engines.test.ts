import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { BoxProcess, Driver, Program } from '#boxes/isolation/Driver.ts'
import type { Limits } from '#boxes/isolation/Limits.ts'
import { openDriver, type SandboxEngine } from '#boxes/isolation/openDriver.ts'
import { createBoxesService } from '../setup/boxes/boxesService.ts'
import { openTestCluster } from '../setup/boxes/kubernetes/openTestCluster.ts'
import { isAlive, temporaryFolder } from '../setup/process.ts'

const MIB = 2 ** 20
const LIMITS: Limits = { memoryBytes: 128 * MIB, cpus: 1, processes: 40, workspaceBytes: 2 * MIB, files: 1_000 }
const SECRET = 'the-service-knows-this'
const ENGINES: { engine: SandboxEngine; level: string }[] = [
  { engine: 'bubblewrap', level: 'bubblewrap' },
  { engine: 'runc', level: 'bubblewrap' },
  { engine: 'runsc', level: 'gvisor' },
  { engine: 'kubernetes', level: 'bubblewrap' },
]
/** Kubernetes runs against recorded schemas, with pods of runc. */
const cluster = await openTestCluster().catch(() => undefined)
const kubernetes = cluster?.settings

/** The drivers that work here; the others are named as skipped. */
const opened = await Promise.all(
  ENGINES.map(async (entry) => {
    const reasons: string[] = []
    const warn = ({ err }: { err?: Error }) => void reasons.push(err?.message ?? '')
    const driver = await openDriver({ warn }, entry.engine, kubernetes)
    if (driver.isolation.level === 'none')
      process.stdout.write(`Skipped: boxes run by ${entry.engine}. ${reasons.join(' ').split('\n', 1)[0]}\n`)
    return { ...entry, driver }
  }),
)
const working = opened.filter(({ driver }) => driver.isolation.level !== 'none')

afterAll(async () => {
  for (const { driver } of opened) await driver[Symbol.asyncDispose]()
  await cluster?.[Symbol.asyncDispose]()
})

type Attempt = Partial<Omit<Program, 'limits'>> & { command: readonly string[]; limits?: Partial<Limits> }

function start(driver: Driver, { limits, ...program }: Attempt): Promise<BoxProcess> {
  return driver.start({ environment: { PATH: '/usr/bin:/bin' }, ...program, limits: { ...LIMITS, ...limits } })
}

/** The output of a program that runs to its end in a box. */
async function outputOf(driver: Driver, attempt: Attempt): Promise<string> {
  await using box = await start(driver, attempt)
  box.stdin.end()
  const parts = await Promise.all([box.stdout.toArray(), box.stderr.toArray(), box.exited])
  return parts.slice(0, 2).flat().join('')
}

async function commandLines(): Promise<string[]> {
  const ps = spawn('ps', ['-eo', 'args='], { stdio: ['ignore', 'pipe', 'ignore'] })
  return (await ps.stdout.toArray()).join('').split('\n')
}

const perl = (program: string) => ['perl', '-MSocket', '-e', program]
const sh = (script: string) => ['sh', '-c', script]

describe.each(working)('a box run by $engine', ({ engine, level, driver }) => {
  test('reports its engine and its level', () => {
    expect(driver.isolation).toMatchObject({ engine, level, network: 'none', capabilities: 'none' })
  })

  test('runs the program with its variables, its channel, and as an ordinary user', async () => {
    const command = sh('echo $NAME; id -u; pwd; echo hello >&3; read answer <&3; echo "got $answer"')
    await using box = await start(driver, { command, environment: { PATH: '/usr/bin:/bin', NAME: 'Ada' } })
    box.channel.once('data', () => box.channel.write('hi\n'))
    const lines = (await box.stdout.toArray()).join('').split('\n')
    expect([lines[0], lines[2], lines[3]]).toEqual(['Ada', '/workspace', 'got hi'])
    expect(Number(lines[1])).toBeGreaterThan(0)
    expect(await box.exited).toMatchObject({ code: 0 })
  })

  test('reads no file, variable or process of the machine', async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'secret')
    await writeFile(path, SECRET)
    await chmod(path, 0o644)
    process.env['SLIPWAY_PROBE'] = SECRET
    const ways = [
      `cat ${path} /proc/1/root${path} /proc/self/cwd/../../..${path}`,
      `ln -s ${path} link; cat link`,
      'cat /proc/*/environ; env',
      `ls -d /proc/${process.pid}`,
    ]
    const output = await outputOf(driver, { command: sh(`${ways.join('; ')}; echo done`) })
    delete process.env['SLIPWAY_PROBE']
    expect(output).toMatch(/done/)
    expect(output).not.toMatch(SECRET)
    expect(output).not.toMatch(new RegExp(`^/proc/${process.pid}$`, 'm'))
  })

  test('reads no file of another box', async () => {
    await using other = await start(driver, { command: sh(`echo ${SECRET} > secret; echo written; cat`) })
    await once(other.stdout, 'data')
    const ways = 'cat /workspace/secret /proc/*/root/workspace/secret /proc/*/cwd/secret; true'
    expect(await outputOf(driver, { command: sh(ways) })).not.toMatch(SECRET)
    expect(await outputOf(driver, { command: sh(`echo ${SECRET} > secret; ${ways}`) })).toMatch(SECRET)
  })

  test('reaches neither the loopback, the metadata address, nor a socket file of the machine', async () => {
    await using folder = await temporaryFolder()
    const socket = join(folder.path, 'socket')
    const [web, local] = [createServer().listen(0, '127.0.0.1'), createServer().listen(socket)]
    await Promise.all([once(web, 'listening'), once(local, 'listening')])
    await chmod(socket, 0o777)
    const { port } = web.address() as { port: number }
    const connect = (family: string, address: string) =>
      `socket(my $s, ${family}, SOCK_STREAM, 0) or die; $SIG{ALRM} = sub { exit }; alarm 3; print connect($s, ${address}) ? "connected" : "refused";`
    for (const [family, address] of [
      ['PF_INET', `sockaddr_in(${port}, inet_aton("127.0.0.1"))`],
      ['PF_INET', 'sockaddr_in(80, inet_aton("169.254.169.254"))'],
      ['PF_UNIX', `sockaddr_un("${socket}")`],
    ] as const)
      expect(await outputOf(driver, { command: perl(connect(family, address)) }), address).not.toMatch(/connected/)
    web.close()
    local.close()
  })

  test('writes nowhere but in its workspace and its scratch folders', async () => {
    const folders = ['/', '/usr', '/usr/bin', '/etc', '/dev', '/proc/sys/kernel', '/slipway', '/runtime', '/root']
    const write = `for d in ${folders.join(' ')}; do { echo x > $d/probe; } 2>/dev/null && echo "wrote $d"; done; echo x > mine && cat mine`
    expect(await outputOf(driver, { command: sh(write) })).toBe('x\n')
  })

  test('has no capability and gains none: it can neither mount nor signal another process', async () => {
    const victim = spawn('sleep', ['60'], { stdio: 'ignore' })
    const rest = `mount -t tmpfs tmpfs /tmp && echo mounted; kill -9 ${victim.pid} && echo killed; grep CapEff /proc/self/status`
    const output = await outputOf(driver, { command: sh(rest) })
    expect(output).not.toMatch(/mounted|killed/)
    expect(output).toMatch(/CapEff:\s0+$/m)
    expect(isAlive(victim.pid ?? 0)).toBe(true)
    victim.kill('SIGKILL')
  })

  test('gets no more memory, processes, open files, files or disk than its limits', async () => {
    const hoard = 'my @a; for (1..40) { push @a, "x" x 10_000_000 } print "hoarded\n"'
    expect(await outputOf(driver, { command: perl(hoard) })).not.toMatch(/hoarded/)
    const fork =
      'my $n = 0; while ($n < 400) { my $p = fork(); last unless defined $p; if (!$p) { sleep 20; exit } $n++ } print "forked $n\n"; kill 9, -$$;'
    expect(await outputOf(driver, { command: perl(fork) })).not.toMatch(/forked 400/)
    const open =
      'my @f; while (@f < 1000) { open(my $h, "<", "/dev/null") or last; push @f, $h } print scalar(@f) >= 1000 ? "all" : "stopped"'
    expect(await outputOf(driver, { command: perl(open) })).toBe('stopped')
    const create =
      'for (1..5000) { open(my $f, ">", "f$_") or last; close $f; select(undef, undef, undef, 0.001) } print "all\n"'
    const files = perl(`${create.replace('or last', 'or exit')}`)
    expect(await outputOf(driver, { command: files })).not.toMatch(/all/)
    const fill =
      'for d in /workspace /tmp /dev/shm; do head -c 60000000 /dev/zero > $d/fill 2>/dev/null && echo filled; rm -f $d/fill; done; true'
    const limits = { memoryBytes: 512 * MIB }
    expect(await outputOf(driver, { command: sh(fill), limits })).not.toMatch(/filled/)
  })

  test('leaves no process behind', async () => {
    const seconds = String(90_000 + Math.floor(Math.random() * 9_000))
    // The pods that a cluster keeps ready are containers too, and no one's box.
    const before = new Set(await commandLines())
    await using box = await start(driver, {
      command: sh(`trap '' TERM HUP; sleep ${seconds} & echo up; sleep ${seconds}`),
    })
    await once(box.stdout, 'data')
    const bundle = engine === 'kubernetes' ? seconds : `slipway-bundle-${process.pid}-`
    const isOfBox = (line: string) => line.includes(seconds) || line.includes(bundle)
    const ofBox = async () => (await commandLines()).filter((line) => !before.has(line) && isOfBox(line))
    expect((await ofBox()).length).toBeGreaterThan(0)
    await box[Symbol.asyncDispose]()
    await expect.poll(ofBox).toEqual([])
  })

  test('keeps the service out of the links it makes, and its files within its limits', async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'secret')
    await writeFile(path, SECRET)
    await using box = await start(driver, {
      command: sh(`ln -s ${path} file; ln -s ${folder.path} folder; echo made; cat`),
    })
    await once(box.stdout, 'data')
    const workspace = await box.workspace()
    for (const target of ['file', 'folder/secret', '../etc/passwd', '/etc/passwd']) {
      await expect(workspace.read(target, String), target).rejects.toThrow()
      await expect(workspace.write(target, Buffer.from('mine')), target).rejects.toThrow()
    }
    await expect(workspace.write('big', Buffer.alloc(3 * MIB))).rejects.toThrow(/workspace is full/)
    expect(await readFile(path, 'utf8')).toBe(SECRET)
  })

  test('keeps its files: they are written as its own, outlive it in an archive, and come back', async () => {
    await using box = await start(driver, { command: ['cat'] })
    const workspace = await box.workspace()
    await workspace.write('notes/deep/today.md', Buffer.from('gm'))
    await workspace.write('notes/deep/today.md', Buffer.from('gm again'))
    box.kill('enough')
    expect(await box.exited).toMatchObject({ reason: 'enough' })
    const archive = await workspace.save()
    await box[Symbol.asyncDispose]()
    const command = sh('read line; echo more >> notes/deep/today.md; cat notes/deep/today.md')
    await using next = await start(driver, { command })
    await (await next.workspace()).restore(archive)
    next.stdin.write('go\n')
    expect((await next.stdout.toArray()).join('')).toBe('gm againmore\n')
  })
})

describe.each(working)('a service with $engine that is killed', ({ engine }) => {
  test('leaves no box running', async () => {
    const seconds = String(70_000 + Math.floor(Math.random() * 9_000))
    const child = spawn(
      process.execPath,
      ['test/setup/boxes/killedHost.ts', engine, seconds, JSON.stringify(kubernetes ?? null)],
      { stdio: 'pipe' },
    )
    await once(child.stdout, 'data')
    const ofBox = async () =>
      (await commandLines()).filter((line) => line.includes(`sleep ${seconds}`) || line.includes(`-${child.pid}-box-`))
    expect((await ofBox()).length).toBeGreaterThan(0)
    child.kill('SIGKILL')
    await expect.poll(ofBox).toEqual([])
  })
})

describe.each(working.filter(({ engine }) => engine !== 'bubblewrap'))(
  'the service with $engine',
  ({ engine, level }) => {
    test('runs an agent, pauses its box, and resumes it with its files', async () => {
      await using service = await createBoxesService({ engine, kubernetes })
      const as = await service.developer()
      const boxId = await service.readyBox(as, { agentId: 'echo' })
      const found = await service.send('GET', `/${boxId}`, { as })
      const testedOn = engine === 'kubernetes' ? 'recorded schemas' : 'real engine'
      expect(found.body.box.isolation).toMatchObject({ engine, level, testedOn })
      const sessionId = await service.session(as, boxId)
      const reply = await service.ask(as, `/${boxId}/sessions/${sessionId}`, 'hello you')
      expect(JSON.stringify(reply.body)).toMatch(/hello you/)
      const written = await service.send('PUT', `/${boxId}/files`, { as, body: { path: 'notes.md', content: 'kept' } })
      expect(written.status).toBe(200)
      await service.send('POST', `/${boxId}/pause`, { as })
      await service.untilStatus(as, boxId, 'paused')
      await service.send('POST', `/${boxId}/resume`, { as })
      await service.untilStatus(as, boxId, 'ready')
      const file = await service.send('GET', `/${boxId}/files?path=notes.md`, { as })
      expect(file.body).toMatchObject({ content: 'kept' })
    })
  },
)
