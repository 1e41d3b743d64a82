import {
  type Architecture,
  SHARED_MEMORY_SYSCALLS,
  SYSCALL_MAX,
  SYSCALLS,
  type Syscall,
  syscallNumber,
} from './syscalls.ts'

/** Offsets in `struct seccomp_data`: the number, the architecture, then six arguments of eight bytes. */
const NUMBER_AT = 0
const ARCHITECTURE_AT = 4
const argumentAt = (index: number) => 16 + 8 * index

const AUDIT_ARCHITECTURE: Record<Architecture, number> = { x64: 0xc000003e, arm64: 0xc00000b7 }
/** From here on, the x32 numbers of the calls on an x64 kernel. */
const X32_FROM = 0x40000000

const EPERM = 1
const ENOSYS = 38
const EAFNOSUPPORT = 97

const ALLOW = 0x7fff0000
const KILL_PROCESS = 0x80000000
const fail = (errno: number) => 0x00050000 | errno

const LOAD = 0x20
const IF_EQUAL = 0x15
const IF_GREATER = 0x25
const IF_AT_LEAST = 0x35
const IF_ANY_BIT = 0x45
const RETURN = 0x06

/** An instruction of classic BPF; the jumps count instructions to skip. */
type Instruction = { code: number; match: number; otherwise: number; value: number }

const load = (value: number): Instruction => ({ code: LOAD, match: 0, otherwise: 0, value })
const answer = (value: number): Instruction => ({ code: RETURN, match: 0, otherwise: 0, value })
/** Continues if the test holds, otherwise skips `skip` instructions. */
const unless = (code: number, value: number, skip: number): Instruction => ({ code, match: 0, otherwise: skip, value })

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. */
export const NAMESPACE_FLAGS = 0x7e020000
/** AF_UNIX, AF_INET and AF_INET6: programs need them to start, and they reach nothing in an empty network namespace. */
export const FAMILIES = [1, 2, 10]
const AF_UNIX = 1
const MAP_SHARED = 0x01
const MAP_ANONYMOUS = 0x20
/** TIOCSTI and TIOCLINUX inject input into a terminal. */
export const TYPING_IOCTLS = [0x5412, 0x541c]

/** Calls that are allowed by argument, or refused with another error than EPERM. */
const SPECIAL: Partial<Record<Syscall, Instruction[]>> = {
  // Programs fall back to clone, whose flags the filter can read.
  clone3: [answer(fail(ENOSYS))],
  clone: [load(argumentAt(0)), unless(IF_ANY_BIT, NAMESPACE_FLAGS, 1), answer(fail(EPERM)), answer(ALLOW)],
  socket: [
    load(argumentAt(0)),
    ...FAMILIES.flatMap((family) => [unless(IF_EQUAL, family, 1), answer(ALLOW)]),
    answer(fail(EAFNOSUPPORT)),
  ],
  socketpair: [load(argumentAt(0)), unless(IF_EQUAL, AF_UNIX, 1), answer(ALLOW), answer(fail(EAFNOSUPPORT))],
  ioctl: [
    load(argumentAt(1)),
    ...TYPING_IOCTLS.flatMap((command) => [unless(IF_EQUAL, command, 1), answer(fail(EPERM))]),
    answer(ALLOW),
  ],
}

/** The program that the kernel runs before every call of a box, in the format of bubblewrap's `--seccomp`. */
export function seccompFilter(architecture: Architecture, { refusesSharedMemory = false } = {}): Buffer {
  const rules = (Object.keys(SYSCALLS) as Syscall[]).flatMap((name) => ruleFor(name, architecture))
  if (refusesSharedMemory) rules.push(...sharedMemoryRules(architecture))
  return encode([
    load(ARCHITECTURE_AT),
    { code: IF_EQUAL, match: 1, otherwise: 0, value: AUDIT_ARCHITECTURE[architecture] },
    answer(KILL_PROCESS),
    load(NUMBER_AT),
    unless(IF_AT_LEAST, X32_FROM, 1),
    answer(KILL_PROCESS),
    unless(IF_GREATER, SYSCALL_MAX, 1),
    answer(fail(ENOSYS)),
    ...rules,
    answer(ALLOW),
  ])
}

function ruleFor(name: Syscall, architecture: Architecture): Instruction[] {
  const number = syscallNumber(name, architecture)
  if (number === undefined) return []
  const body = SPECIAL[name] ?? [answer(fail(EPERM))]
  return [unless(IF_EQUAL, number, body.length), ...body]
}

/** Pages of an anonymous shared mapping stay allocated when no process has them resident. */
const ANONYMOUS_SHARED = [
  load(argumentAt(3)),
  unless(IF_ANY_BIT, MAP_ANONYMOUS, 2),
  unless(IF_ANY_BIT, MAP_SHARED, 1),
  answer(fail(EPERM)),
  answer(ALLOW),
]

function sharedMemoryRules(architecture: Architecture): Instruction[] {
  return Object.entries(SHARED_MEMORY_SYSCALLS).flatMap(([name, numbers]) => {
    const body = name === 'mmap' ? ANONYMOUS_SHARED : [answer(fail(EPERM))]
    return [unless(IF_EQUAL, numbers[architecture], body.length), ...body]
  })
}

function encode(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8)
  for (const [index, { code, match, otherwise, value }] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8)
    bytes.writeUInt8(match, index * 8 + 2)
    bytes.writeUInt8(otherwise, index * 8 + 3)
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4)
  }
  return bytes
}
