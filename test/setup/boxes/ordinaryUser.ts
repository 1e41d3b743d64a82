import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDriver } from '#boxes/isolation/openDriver.ts'
import type { SandboxFeature } from '#boxes/isolation/SandboxFeatures.ts'
import { type Architecture, syscallNumber } from '#boxes/isolation/syscalls.ts'
import { attempt, perlSyscall } from './attempt.ts'

// Run by a user who is not root: tries to get out of boxes of its own, and prints what came of it.
const folder = await mkdtemp(join(tmpdir(), 'slipway-ordinary-'))
const secret = join(folder, 'secret')
await writeFile(secret, 'the-service-knows-this')
const forks =
  'my $n = 0; while ($n < 200) { my $p = fork(); last unless defined $p; if (!$p) { sleep 20; exit } $n++ } print "forked $n\\n"; kill 9, -$$;'
const hoard = 'my @a; for (1..40) { push @a, "x" x 10_000_000 } print "hoarded\\n"; sleep 2; print "kept\\n"'
const bpf = syscallNumber('bpf', process.arch as Architecture) ?? -1

const TRIES: [string, string[], SandboxFeature, RegExp][] = [
  ['files', ['cat', secret], 'files', /the-service-knows-this/],
  ['processes', ['sh', '-c', `ls -d /proc/${process.pid}`], 'processes', /^\/proc/m],
  ['network', ['sh', '-c', 'cat /proc/net/dev | grep -v lo: | grep :'], 'network', /:/],
  ['kernel calls', perlSyscall(bpf, '99, 0, 0'), 'seccomp', /^errno (?!1$)/m],
  ['memory', ['perl', '-e', hoard], 'memory', /kept/],
  ['processes at once', ['perl', '-e', forks], 'processCount', /^forked 200$/m],
]

const attempts: Record<string, { held: boolean; open: boolean }> = {}
for (const [name, command, wall, worked] of TRIES) {
  const given = { command, ungrouped: true, ...(name === 'processes at once' && { limits: { memoryBytes: 2 ** 30 } }) }
  const held = !worked.test((await attempt(given)).output)
  const open = worked.test((await attempt({ ...given, without: [wall] })).output)
  attempts[name] = { held, open }
}
await using driver = await openDriver({ warn: () => {} })
const { limits } = driver.isolation
process.stdout.write(JSON.stringify({ uid: process.getuid?.(), limits, attempts }))
await rm(folder, { recursive: true })
