import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, type TestContext, test } from 'vitest'
import type { SandboxFeature } from '#boxes/isolation/SandboxFeatures.ts'
import { type Architecture, SYSCALL_MAX, type Syscall, syscallNumber } from '#boxes/isolation/syscalls.ts'
import { attempt, expectHeldOff, perlSyscall, startBox } from '../setup/boxes/attempt.ts'
import { isAlive, temporaryFolder } from '../setup/process.ts'

const SECRET = 'the-service-knows-this'

/** Prints why a defence could not be tested, and counts the test as skipped. */
function skip({ skip: leave, task }: TestContext, reason: string): never {
  process.stdout.write(`skipped: ${task.name}: ${reason}\n`)
  return leave(reason)
}

function skipLacking(context: TestContext, missing: string | undefined): void {
  if (missing) skip(context, missing)
}

async function secretFile(): Promise<AsyncDisposable & { path: string }> {
  const folder = await temporaryFolder()
  const path = join(folder.path, 'secret')
  await writeFile(path, SECRET)
  await chmod(path, 0o644)
  return { path, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
}

describe('from inside a box nobody reads', () => {
  test('the environment of the service', async () => {
    process.env['SLIPWAY_PROBE'] = SECRET
    const command = ['sh', '-c', 'cat /proc/self/environ /proc/1/environ /proc/2/environ; env; true']
    await expectHeldOff({ command, features: ['environment'], worked: new RegExp(SECRET) })
    delete process.env['SLIPWAY_PROBE']
  })

  test('a file of the machine, such as those of the data folder', async () => {
    await using secret = await secretFile()
    await expectHeldOff({ command: ['cat', secret.path], features: ['files'], worked: new RegExp(SECRET) })
  })

  test('a file of the machine through a link, or through the roots and folders that /proc shows', async () => {
    await using secret = await secretFile()
    const ways = [
      `ln -s ${secret.path} link; cat link`,
      `cat /proc/1/root${secret.path} /proc/self/root${secret.path}`,
      `cat /proc/self/cwd/../../../..${secret.path}`,
      `cd /proc/1/cwd && cat ../..${secret.path}`,
    ]
    const command = ['sh', '-c', `${ways.join('; ')}; true`]
    await expectHeldOff({ command, features: ['files'], worked: new RegExp(SECRET) })
  })

  test('the files of another box', async () => {
    await using other = await startBox({ command: ['sh', '-c', `echo ${SECRET} > secret; echo written; cat`] })
    await once(other.stdout, 'data')
    const ways = 'cat /workspace/secret /proc/*/root/workspace/secret /proc/*/cwd/secret; true'
    expect((await attempt({ command: ['sh', '-c', ways] })).output).not.toMatch(SECRET)
    // The same paths reach a file of the box itself.
    expect((await attempt({ command: ['sh', '-c', `echo ${SECRET} > secret; ${ways}`] })).output).toMatch(SECRET)
  })

  test('a descriptor that the service inherited from its own parent', async () => {
    await using secret = await secretFile()
    const run = (mode: string) => leakyParent(secret.path, mode)
    expect(await run('walled')).not.toMatch(SECRET)
    expect(await run('open')).toMatch(SECRET)
  })

  test('the processes of the machine', async () => {
    const command = ['sh', '-c', `ls -d /proc/${process.pid} 2>&1`]
    await expectHeldOff({ command, features: ['processes'], worked: new RegExp(`^/proc/${process.pid}$`, 'm') })
  })
})

/** A service whose parent left a descriptor open. */
async function leakyParent(secret: string, mode: string): Promise<string> {
  const script = 'exec 200<"$1"; exec "$2" test/setup/boxes/leakyParent.ts "$3"'
  const child = spawn('bash', ['--norc', '-c', script, 'bash', secret, process.execPath, mode], { stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  await once(child, 'close')
  return output
}

describe('from inside a box nobody reaches', () => {
  const connect = (address: string, port: number) => [
    'perl',
    '-MSocket',
    '-e',
    `socket(my $s, PF_INET, SOCK_STREAM, 0) or die "no socket $!"; $SIG{ALRM} = sub { print "waited\\n"; exit }; alarm 3;
     print connect($s, sockaddr_in(${port}, inet_aton("${address}"))) ? "connected\\n" : "refused: $!\\n";`,
  ]

  test.each(['the service', 'the database', 'the RPC of the chain'])('%s on the loopback of the machine', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    await expectHeldOff({ command: connect('127.0.0.1', port), features: ['network'], worked: /^connected/ })
    server.close()
  })

  test('the metadata address of a cloud', async (context) => {
    const missing = await expectHeldOff({
      command: connect('169.254.169.254', 80),
      features: ['network'],
      worked: /^(connected|waited|refused: (Connection|No route|Operation|Permission))/,
      lacking: /Network is unreachable/,
    })
    skipLacking(context, missing)
  })

  test('a socket file of the machine, such as that of the database', async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'socket')
    const server = createServer().listen(path)
    await once(server, 'listening')
    await chmod(path, 0o777)
    const program = `socket(my $s, PF_UNIX, SOCK_STREAM, 0) or die; print connect($s, sockaddr_un("${path}")) ? "connected" : "refused: $!";`
    await expectHeldOff({ command: ['perl', '-MSocket', '-e', program], features: ['files'], worked: /^connected/ })
    server.close()
  })
})

describe('from inside a box nobody takes more than their share:', () => {
  const forks =
    'my $n = 0; while ($n < 200) { my $p = fork(); last unless defined $p; if (!$p) { sleep 20; exit } $n++ } print "forked $n\\n"; kill 9, -$$;'

  test('of processes, by a fork bomb', async () => {
    await expectHeldOff({ command: ['perl', '-e', forks], features: ['processCount'], worked: /^forked 200$/m })
  })

  test('of processes, where the machine has no control groups', async () => {
    const given = { command: ['perl', '-e', forks], ungrouped: true }
    await expectHeldOff({
      ...given,
      features: ['processCount'],
      limits: { memoryBytes: 2 ** 34, processes: 40 },
      worked: /^forked 200$/m,
    })
  })

  const hoard = [
    'perl',
    '-e',
    'my @a; for (1..40) { push @a, "x" x 10_000_000 } print "hoarded\\n"; sleep 6; print "kept\\n"',
  ]

  test('of memory', async () => {
    await expectHeldOff({ command: hoard, features: ['memory'], worked: /kept/ })
  })

  test('of memory, where the machine has no control groups', async () => {
    await expectHeldOff({ command: hoard, ungrouped: true, features: ['memory'], worked: /kept/ })
  })

  test('of files: a box that creates too many is killed', async () => {
    const create = 'for (1..1_000_000) { open(my $f, ">", "f$_") or last } print "created all\\n"; sleep 20'
    const outcome = await attempt({
      command: ['perl', '-e', create],
      limits: { workspaceBytes: 2 ** 28, memoryBytes: 2 ** 30 },
    })
    expect(outcome.reason).toBe('The agent created more than 1000 files.')
  })

  test('of disk, in any folder that can be written', async () => {
    const fill =
      'for d in /workspace /tmp /dev/shm; do head -c 60000000 /dev/zero > $d/fill 2>/dev/null && echo filled; rm -f $d/fill; done; true'
    await expectHeldOff({
      command: ['sh', '-c', fill],
      features: ['diskSize'],
      limits: { memoryBytes: 2 ** 29 },
      worked: /filled/,
    })
  })

  test('of open files', async () => {
    const open =
      'my @f; while (@f < 1000) { open(my $h, "<", "/dev/null") or last; push @f, $h } print scalar(@f) >= 1000 ? "opened all" : "stopped", "\\n"'
    await expectHeldOff({ command: ['perl', '-e', open], features: ['openFiles'], worked: /opened all/ })
  })

  test('of time: what it leaves behind ends with it', async () => {
    const marker = () => String(80_000 + Math.floor(Math.random() * 9_000))
    const leave = (seconds: string) => ['sh', '-c', `setsid sleep ${seconds} > /dev/null 2>&1 & sleep 0.1; echo left`]
    const held = marker()
    await attempt({ command: leave(held) })
    await expect.poll(() => findProcess(held)).toBeUndefined()
    const free = marker()
    await using box = await startBox({ command: leave(free), without: ['lifetime'] })
    await once(box.stdout, 'data')
    await expect.poll(() => findProcess(free)).toBeDefined()
    process.kill((await findProcess(free))!, 'SIGKILL')
  })

  test('of time: no process of a box survives its end', async () => {
    const seconds = String(90_000 + Math.floor(Math.random() * 9_000))
    const box = await startBox({ command: ['sh', '-c', `trap '' TERM INT HUP; sleep ${seconds} & sleep ${seconds}`] })
    await expect.poll(() => findProcess(seconds)).toBeDefined()
    await box[Symbol.asyncDispose]()
    await expect.poll(() => findProcess(seconds)).toBeUndefined()
  })
})

async function findProcess(argument: string): Promise<number | undefined> {
  const ps = spawn('ps', ['-eo', 'pid=,args='], { stdio: ['ignore', 'pipe', 'ignore'] })
  const lines = (await ps.stdout.toArray()).join('').split('\n')
  const found = lines.find((line) => line.trim().endsWith(`sleep ${argument}`) && !line.includes('sh -c'))
  return found === undefined ? undefined : Number.parseInt(found, 10)
}

describe('from inside a box nobody changes', () => {
  test('a process outside it, by a signal', async () => {
    const user = process.getuid?.() === 0 ? 61_000 : undefined
    const victim = spawn('sleep', ['60'], { stdio: 'ignore', ...(user !== undefined && { uid: user, gid: user }) })
    const given = { command: ['sh', '-c', `kill -9 ${victim.pid}`], ...(user !== undefined && { user }) }
    await attempt(given)
    expect(isAlive(victim.pid!)).toBe(true)
    await attempt({ ...given, without: ['processes'] })
    await expect.poll(() => victim.signalCode).toBe('SIGKILL')
  })

  test('a file or folder outside its workspace', async () => {
    const places = [
      '/',
      '/usr',
      '/usr/bin',
      '/bin',
      '/etc',
      '/lib',
      '/dev',
      '/proc',
      '/proc/sys/kernel',
      '/home',
      '/root',
    ]
    const command = [
      'sh',
      '-c',
      `for d in ${places.join(' ')}; do { echo x > $d/slipway-probe; } 2>/dev/null && echo "wrote $d/"; done; true`,
    ]
    await expectHeldOff({ command, features: ['readOnlyFiles'], worked: /^wrote \/\/$/m })
  })

  test('a package of the skills store that it was given', async () => {
    await using folder = await temporaryFolder()
    await chmod(folder.path, 0o777)
    await writeFile(join(folder.path, 'SKILL.md'), 'as it is served')
    await chmod(join(folder.path, 'SKILL.md'), 0o666)
    const command = ['sh', '-c', 'cat /skills/x/SKILL.md; echo; echo changed > /skills/x/SKILL.md; touch /skills/x/new']
    const { output } = await attempt({ command, shared: { [folder.path]: '/skills/x' } })
    expect(output).toMatch(/^as it is served$/m)
    expect(await readFile(join(folder.path, 'SKILL.md'), 'utf8')).toBe('as it is served')
    expect(await readdir(folder.path)).toEqual(['SKILL.md'])
  })

  test('the settings of the kernel', async (context) => {
    const files = [
      '/proc/sys/kernel/core_pattern',
      '/proc/sysrq-trigger',
      '/proc/sys/kernel/hostname',
      '/proc/self/uid_map',
    ]
    const write = `for f in ${files.join(' ')}; do { echo x > $f; } 2>/dev/null && echo "wrote $f"; done; true`
    expect((await attempt({ command: ['sh', '-c', write] })).output).not.toMatch(/wrote/)
    if (process.getuid?.() !== 0) skip(context, 'only root can run a box as root, to show what holds it off')
    // Writes the present value of a setting, so that a write that succeeds changes nothing.
    const same = 'f=/proc/sys/vm/swappiness; v=$(cat $f); { echo $v > $f; } 2>/dev/null && echo "wrote $f"; true'
    await expectHeldOff({
      command: ['sh', '-c', same],
      features: ['user'],
      worked: /^wrote/m,
    })
  })
})

describe('from inside a box the kernel refuses', () => {
  const architecture = process.arch as Architecture
  const number = (name: Syscall) => syscallNumber(name, architecture) ?? -1
  const REFUSED = 1
  const UNKNOWN = 38
  const NO_SUCH_FAMILY = 97
  const worked = /^(returned|errno (?!1$|38$|97$)\d+)/m
  const lacking = /^errno (1|38|97)$/m

  test.for<[string, Syscall, string]>([
    ['io_uring', 'io_uring_setup', '0, 0'],
    ['perf events', 'perf_event_open', '0, 0, 0, 0, 0'],
    ['BPF programs', 'bpf', '99, 0, 0'],
    ['faults handled by a program', 'userfaultfd', '0x7fffffff'],
    ['key rings', 'keyctl', '0, -3, 0, 0, 0'],
    ['tracing', 'ptrace', '0, 0, 0, 0'],
    ['reading the memory of another process', 'process_vm_readv', '1, 0, 0, 0, 0, 0'],
    ['taking descriptors of another process', 'pidfd_getfd', '-1, 0, 0'],
    ['handles of files', 'name_to_handle_at', '-100, 0, 0, 0, 0'],
    ['another personality', 'personality', '0xffffffff'],
    ['opening mount trees', 'open_tree', '-1, 0, 0'],
  ])('%s, by the filter without which the call reaches it', async ([, name, args], context) => {
    const command = perlSyscall(number(name), args)
    expect((await attempt({ command })).output).toBe(`errno ${REFUSED}\n`)
    skipLacking(context, await expectHeldOff({ command, features: ['seccomp'], worked, lacking }))
  })

  test.for<[string, number, SandboxFeature[]]>([
    ['sockets to the host of a virtual machine (vsock)', 40, ['seccomp']],
    ['netlink sockets', 16, ['seccomp']],
    ['packet sockets', 17, ['seccomp', 'capabilities', 'nestedNamespaces']],
    ['crypto sockets', 38, ['seccomp']],
  ])('%s', async ([, family, features], context) => {
    const kind = family === 38 ? 5 : 3
    const command = perlSyscall(number('socket'), `${family}, ${family === 40 ? 1 : kind}, 0`)
    expect((await attempt({ command })).output).toBe(`errno ${NO_SUCH_FAMILY}\n`)
    skipLacking(context, await expectHeldOff({ command, features, worked: /^returned \d/m, lacking }))
  })

  test('pairs of sockets of any other family than Unix', async () => {
    const pair = (family: number) => ({
      command: perlSyscall(number('socketpair'), `${family}, 1, 0, my $pair = "x" x 8`),
    })
    expect((await attempt(pair(1))).output).toBe('returned 0\n')
    // TIPC has pairs too, where the kernel has TIPC.
    expect((await attempt(pair(30))).output).toBe(`errno ${NO_SUCH_FAMILY}\n`)
  })

  test('a user namespace inside the box, by either of two features', async (context) => {
    const command = perlSyscall(number('unshare'), '0x10000000')
    const missing = await expectHeldOff({
      command,
      features: ['seccomp', 'nestedNamespaces'],
      worked: /^returned 0/m,
      lacking,
    })
    skipLacking(context, missing)
  })

  test('namespaces by clone', async (context) => {
    const flags = 0x10000000 | 17
    const clone = `$! = 0; my $r = syscall(${number('clone')}, ${flags}, 0, 0, 0, 0); exit if $r == 0; print $r == -1 ? "errno " . ($! + 0) : "returned", "\\n"; wait;`
    const missing = await expectHeldOff({
      command: ['perl', '-e', clone],
      features: ['seccomp', 'nestedNamespaces'],
      worked: /^returned/m,
      lacking,
    })
    skipLacking(context, missing)
  })

  test.for<[string, number, string]>([
    ['clone3, whose flags no filter can read', number('clone3'), '0, 0'],
    ['calls that are newer than its filter', SYSCALL_MAX + 1, '-1, 0, 0, 0, 0'],
  ])('%s', async ([, call, args], context) => {
    const command = perlSyscall(call, args)
    expect((await attempt({ command })).output).toBe(`errno ${UNKNOWN}\n`)
    skipLacking(context, await expectHeldOff({ command, features: ['seccomp'], worked, lacking: /^errno 38$/m }))
  })

  test('mounting, even with capabilities', async () => {
    const mount = `my ($t, $d) = ("tmpfs", "/tmp"); $! = 0; my $r = syscall(${number('mount')}, $t, $d, $t, 0, 0); print $r == -1 ? "errno " . ($! + 0) : "returned $r", "\\n"`
    const { output } = await attempt({ command: ['perl', '-e', mount], without: ['capabilities'] })
    expect(output).toBe('errno 1\n')
    const open = await attempt({
      command: ['perl', '-e', mount],
      without: ['capabilities', 'nestedNamespaces', 'seccomp'],
    })
    expect(open.output).toBe('returned 0\n')
  })

  test('every capability', async () => {
    const bind =
      'socket(my $s, PF_INET, SOCK_STREAM, 0); print bind($s, sockaddr_in(80, INADDR_LOOPBACK)) ? "bound" : "refused: $!";'
    const command = ['perl', '-MSocket', '-e', bind]
    expect((await attempt({ command })).output).toMatch(/^refused: Permission denied/)
    expect((await attempt({ command, without: ['capabilities', 'nestedNamespaces'] })).output).toBe('bound')
  })

  test('new privileges: the state of a process shows the filter, no capability and no way to gain one', async () => {
    const { output } = await attempt({ command: ['cat', '/proc/self/status'] })
    expect(output).toMatch(/^CapEff:\s0+$/m)
    expect(output).toMatch(/^CapPrm:\s0+$/m)
    expect(output).toMatch(/^NoNewPrivs:\s1$/m)
    expect(output).toMatch(/^Seccomp:\s2$/m)
  })

  test('typing into a terminal', async () => {
    const type = perlSyscall(number('ioctl'), '0, 0x5412, 0')
    expect((await attempt({ command: type })).output).toBe('errno 1\n')
    expect((await attempt({ command: type, without: ['seccomp'] })).output).not.toBe('errno 1\n')
  })
})

describe('a service that is not root', () => {
  const script = 'test/setup/boxes/ordinaryUser.ts'
  const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--']

  test('isolates its boxes as well: each attack fails, and succeeds once its defence is removed', async (context) => {
    const isRoot = process.getuid?.() === 0
    const [command = '', ...args] = [...(isRoot ? asNobody : []), process.execPath, script]
    const child = spawn(command, args, { stdio: 'pipe' })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
    await once(child, 'close')
    if (/EACCES|Permission denied/.test(output)) skip(context, 'another user cannot read this folder')
    const { uid, limits, attempts } = JSON.parse(output)
    expect(uid).not.toBe(0)
    expect(limits).toBe('rlimits and watchdog')
    for (const [name, { held, open }] of Object.entries<{ held: boolean; open: boolean }>(attempts))
      expect([name, held, open]).toEqual([name, true, true])
  })
})

describe('the files of a box, seen from the service,', () => {
  test('are read without following the links it made', async () => {
    await using secret = await secretFile()
    const make = `ln -s ${secret.path} file; ln -s $(dirname ${secret.path}) folder; mkfifo pipe; ln file hard 2>/dev/null; echo made; cat`
    await using box = await startBox({ command: ['sh', '-c', make] })
    await once(box.stdout, 'data')
    const workspace = await box.workspace()
    const targets = ['file', 'folder/secret', 'pipe', '../etc/passwd', '/etc/passwd', 'a/../../x', 'x\0y', 'hard', '']
    for (const path of targets) await expect(workspace.read(path, String), path).rejects.toThrow()
    await expect(workspace.list('folder')).rejects.toThrow(/links are not followed/)
    for (const path of ['file', 'folder/new', 'pipe', '../x', '/x']) {
      await expect(workspace.write(path, Buffer.from('mine')), path).rejects.toThrow()
    }
    expect(await readFile(secret.path, 'utf8')).toBe(SECRET)
    // If the link were followed, it would lead to the secret.
    await using folder = await temporaryFolder()
    await symlink(secret.path, join(folder.path, 'file'))
    expect(await readFile(join(folder.path, 'file'), 'utf8')).toBe(SECRET)
  })

  test('stay its own while it swaps a folder for a link as fast as it can', async () => {
    await using secret = await secretFile()
    const swap = `mkdir real; echo own > real/secret; while :; do mv -T real folder 2>/dev/null; mv -T folder real 2>/dev/null; ln -sfn $(dirname ${secret.path}) folder; rm -f folder; done`
    await using box = await startBox({ command: ['sh', '-c', swap] })
    const workspace = await box.workspace()
    const seen = new Set<string>()
    for (let round = 0; round < 400; round++) {
      const text = await workspace.read('folder/secret', String).catch((error: Error) => error.message)
      seen.add(String(text).slice(0, 60))
      if (round % 20 === 0) await workspace.write('folder/planted', Buffer.from('x')).catch(() => {})
    }
    expect([...seen].filter((text) => text.includes(SECRET))).toEqual([])
    await expect(readFile(join(secret.path, '..', 'planted'))).rejects.toThrow()
  })

  test('are written as its own, filled no further than it may, and outlive it in an archive', async () => {
    const box = await startBox({ command: ['cat'] })
    const workspace = await box.workspace()
    await workspace.write('notes/deep/today.md', Buffer.from('gm'))
    await workspace.write('notes/deep/today.md', Buffer.from('gm again'))
    await expect(workspace.write('big', Buffer.alloc(3 * 2 ** 20))).rejects.toThrow(/workspace is full/)
    box.kill('enough')
    await box.exited
    const archive = await workspace.save()
    await box[Symbol.asyncDispose]()
    await using next = await startBox({
      command: ['sh', '-c', 'read line; echo more >> notes/deep/today.md; cat notes/deep/today.md'],
    })
    await (await next.workspace()).restore(archive)
    next.stdin.write('go\n')
    expect((await next.stdout.toArray()).join('')).toBe('gm againmore\n')
  })
})
