import { describe, expect, test } from 'vitest'
import { NODE_INSIDE, SHARED_FILES } from '#boxes/isolation/sharedFiles.ts'
import type { Architecture } from '#boxes/isolation/syscalls.ts'
import { attempt, perlSyscall } from '../setup/boxes/attempt.ts'

describe('in a box on a machine without control groups', () => {
  test('memory of a process that a second thread started is counted', async () => {
    const args = ['-e', 'my @a; for (1..40) { push @a, "x" x 10_000_000 } sleep 600']
    const spawn = `require('node:child_process').spawn('perl', ${JSON.stringify(args)}, { stdio: 'inherit' })`
    const command = [
      NODE_INSIDE,
      '-e',
      `new (require('node:worker_threads').Worker)(${JSON.stringify(spawn)}, { eval: true, resourceLimits: { codeRangeSizeMb: 16 } })`,
    ]
    const outcome = await attempt({ command, ungrouped: true, shared: SHARED_FILES, limits: { processes: 64 } })
    expect(outcome.reason).toMatch(/memory/)
  })

  const perArchitecture = (numbers: Record<Architecture, number>) => numbers[process.arch as Architecture]
  const MAP = perArchitecture({ x64: 9, arm64: 222 })
  /** 64 MiB that are readable, writable and allocated at once. */
  const map = (flags: number, descriptor: string) => `0, 67108864, 3, ${flags | 0x8000}, ${descriptor}, 0`
  const SHARED_MEMORY: [string, string[]][] = [
    ['a memory file', perlSyscall(perArchitecture({ x64: 319, arm64: 279 }), 'my $name = "x", 0')],
    ['a System V segment', perlSyscall(perArchitecture({ x64: 29, arm64: 194 }), '0, 1000000, 01600')],
    ['a shared mapping', perlSyscall(MAP, map(0x21, '-1'))],
  ]

  test.for(SHARED_MEMORY)('shared memory is refused: %s', async ([, command]) => {
    expect((await attempt({ command, ungrouped: true })).output).toBe('errno 1\n')
    expect((await attempt({ command, ungrouped: true, without: ['memory'] })).output).toMatch(/^returned \d/)
  })

  test('/dev/zero cannot be mapped, and is read as usual', async () => {
    const zero = (call: string) => ['perl', '-e', `open(my $zero, "+<", "/dev/zero") or die; ${call}`]
    const [, , mapped = ''] = perlSyscall(MAP, map(0x01, 'fileno($zero)'))
    expect((await attempt({ command: zero(mapped), ungrouped: true })).output).toBe('errno 19\n')
    const read = zero('read($zero, my $bytes, 3) == 3 or die; print unpack("H*", $bytes)')
    expect((await attempt({ command: read })).output).toBe('000000')
  })
})
