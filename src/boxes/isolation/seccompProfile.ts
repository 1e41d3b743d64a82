import { FAMILIES, NAMESPACE_FLAGS, TYPING_IOCTLS } from './seccompFilter.ts'
import { SYSCALLS } from './syscalls.ts'

const EPERM = 1
const ENOSYS = 38
const EAFNOSUPPORT = 97

type Argument = { index: number; value: number; valueTwo?: number; op: string }
type Rule = { names: string[]; action: string; errnoRet?: number; args?: Argument[] }

const refuse = (name: string, errnoRet: number, args?: Argument[]): Rule => ({
  names: [name],
  action: 'SCMP_ACT_ERRNO',
  errnoRet,
  ...(args && { args }),
})

/** Every flag alone, because a profile compares masked values for equality only. */
const flags = Array.from({ length: 32 }, (_, bit) => 2 ** bit).filter((flag) => (NAMESPACE_FLAGS & flag) !== 0)
const [familyMin, familyMax] = [Math.min(...FAMILIES), Math.max(...FAMILIES)]
const between = Array.from({ length: familyMax - familyMin }, (_, step) => familyMin + step).filter(
  (family) => !FAMILIES.includes(family),
)

const SPECIAL: Readonly<Record<string, Rule[]>> = {
  clone3: [refuse('clone3', ENOSYS)],
  clone: flags.map((flag) =>
    refuse('clone', EPERM, [{ index: 0, value: flag, valueTwo: flag, op: 'SCMP_CMP_MASKED_EQ' }]),
  ),
  socket: [
    refuse('socket', EAFNOSUPPORT, [{ index: 0, value: familyMin, op: 'SCMP_CMP_LT' }]),
    refuse('socket', EAFNOSUPPORT, [{ index: 0, value: familyMax, op: 'SCMP_CMP_GT' }]),
    ...between.map((family) => refuse('socket', EAFNOSUPPORT, [{ index: 0, value: family, op: 'SCMP_CMP_EQ' }])),
  ],
  socketpair: [refuse('socketpair', EAFNOSUPPORT, [{ index: 0, value: 1, op: 'SCMP_CMP_NE' }])],
  ioctl: TYPING_IOCTLS.map((value) => refuse('ioctl', EPERM, [{ index: 1, value, op: 'SCMP_CMP_EQ' }])),
}

/** The rules of bubblewrap's filter in the form of the OCI runtime specification. */
export function seccompProfile(): object {
  const syscalls = Object.keys(SYSCALLS).flatMap((name) => SPECIAL[name] ?? [refuse(name, EPERM)])
  const architectures = [process.arch === 'arm64' ? 'SCMP_ARCH_AARCH64' : 'SCMP_ARCH_X86_64']
  return { defaultAction: 'SCMP_ACT_ALLOW', architectures, syscalls }
}
