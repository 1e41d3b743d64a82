import { expect, test } from 'vitest'
import { seccompFilter } from './seccompFilter.ts'
import { type Architecture, SHARED_MEMORY_SYSCALLS, SYSCALLS, type Syscall, syscallNumber } from './syscalls.ts'

const ARCH = { x64: 0xc000003e, arm64: 0xc00000b7 }
const ALLOW = 0x7fff0000
const KILL = 0x80000000

/** Runs classic BPF as the kernel would, on one call. */
function judge(filter: Buffer, call: { number: number; arch: number; args?: number[] }): number {
  const data = new Map([
    [0, call.number],
    [4, call.arch],
    ...(call.args ?? []).map((value, i): [number, number] => [16 + 8 * i, value]),
  ])
  let accumulator = 0
  for (let at = 0; at < filter.length / 8; at++) {
    const [code, match, otherwise, value] = [
      filter.readUInt16LE(at * 8),
      filter[at * 8 + 2]!,
      filter[at * 8 + 3]!,
      filter.readUInt32LE(at * 8 + 4),
    ]
    if (code === 0x06) return value
    if (code === 0x20) accumulator = data.get(value) ?? 0
    else {
      const holds = {
        21: accumulator === value,
        37: accumulator > value,
        53: accumulator >= value,
        69: (accumulator & value) !== 0,
      }[code]
      at += holds ? match : otherwise
    }
  }
  throw new Error('the filter ends without an answer')
}

test.each<Architecture>(['x64', 'arm64'])(
  'on %s every call of the list is refused, and every other one is let through',
  (architecture) => {
    const filter = seccompFilter(architecture)
    const arch = ARCH[architecture]
    const judged = (['ioctl', 'socket', 'socketpair', 'clone', 'clone3'] as Syscall[]).map((name) =>
      syscallNumber(name, architecture),
    )
    const refused = new Set((Object.keys(SYSCALLS) as Syscall[]).map((name) => syscallNumber(name, architecture)))
    for (let number = 0; number <= 462; number++) {
      if (judged.includes(number)) continue
      expect(judge(filter, { number, arch }), `call ${number}`).toBe(refused.has(number) ? 0x50001 : ALLOW)
    }
    expect(judge(filter, { number: 463, arch })).toBe(0x50000 | 38)
    expect(judge(filter, { number: 0x40000000 | 41, arch })).toBe(KILL)
  },
)

test('a call in the numbers of another architecture ends the process', () => {
  expect(judge(seccompFilter('x64'), { number: 0, arch: ARCH.arm64 })).toBe(KILL)
  expect(judge(seccompFilter('arm64'), { number: 0, arch: ARCH.x64 })).toBe(KILL)
  expect(judge(seccompFilter('x64'), { number: 0, arch: 0x40000003 })).toBe(KILL)
})

test.each<Architecture>(['x64', 'arm64'])(
  'on %s sockets, threads and terminals are judged by their arguments',
  (architecture) => {
    const filter = seccompFilter(architecture)
    const ask = (name: Syscall, ...args: number[]) =>
      judge(filter, { number: syscallNumber(name, architecture)!, arch: ARCH[architecture], args })
    for (const family of [1, 2, 10]) expect(ask('socket', family)).toBe(ALLOW)
    for (const family of [0, 3, 16, 17, 38, 40, 44]) expect(ask('socket', family)).toBe(0x50000 | 97)
    expect(ask('socketpair', 1)).toBe(ALLOW)
    for (const family of [0, 2, 16, 30, 40]) expect(ask('socketpair', family)).toBe(0x50000 | 97)
    expect(ask('clone', 0x3d0f00)).toBe(ALLOW)
    for (const flag of [0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000])
      expect(ask('clone', flag | 17)).toBe(0x50001)
    expect(ask('clone3', 0)).toBe(0x50000 | 38)
    expect(ask('ioctl', 0, 0x5412)).toBe(0x50001)
    expect(ask('ioctl', 0, 0x5413)).toBe(ALLOW)
  },
)

test.each<Architecture>(['x64', 'arm64'])(
  'on %s shared memory is refused only where nothing counts it',
  (architecture) => {
    const arch = ARCH[architecture]
    const judged = (options?: { refusesSharedMemory: boolean }) => {
      const filter = seccompFilter(architecture, options)
      const { mmap, ...calls } = SHARED_MEMORY_SYSCALLS
      const map = (flags: number) =>
        judge(filter, { number: mmap[architecture], arch, args: [0, 4096, 3, flags] }) === ALLOW
      const numbers = Object.values(calls).map((call) => call[architecture])
      return {
        calls: numbers.map((number) => judge(filter, { number, arch }) === ALLOW),
        // Anonymous and shared, as far as the kernel validates flags or not.
        shared: [0x21, 0x8021, 0x23].map(map),
        // Private, or of a file.
        others: [0x22, 0x02, 0x01, 0x03].map(map),
      }
    }
    const others = [true, true, true, true]
    expect(judged()).toEqual({ calls: [true, true, true], shared: [true, true, true], others })
    expect(judged({ refusesSharedMemory: true })).toEqual({
      calls: [false, false, false],
      shared: [false, false, false],
      others,
    })
  },
)
