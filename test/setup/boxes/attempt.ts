import type { Duplex } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { findBubblewrap, startInBubblewrap } from '#boxes/isolation/bubblewrapDriver.ts'
import { findCgroups } from '#boxes/isolation/cgroups.ts'
import type { Exit } from '#boxes/isolation/Driver.ts'
import type { Limits } from '#boxes/isolation/Limits.ts'
import { ALL_FEATURES, type SandboxFeature } from '#boxes/isolation/SandboxFeatures.ts'

const MIB = 2 ** 20
const STDERR_DRAIN_MS = 5_000
const ATTEMPT_MS = 180_000
const LIMITS: Limits = { memoryBytes: 128 * MIB, cpus: 1, processes: 40, workspaceBytes: 2 * MIB, files: 1_000 }

/** The path of bubblewrap; throws with the install command if it is missing. */
export function requireBubblewrap(): string {
  const path = findBubblewrap()
  if (path) return path
  throw new Error('bubblewrap is missing. Install it: apt-get install -y bubblewrap')
}

export const cgroups = await findCgroups()

export type Attempt = {
  /** A program of the machine: perl and sh exist in every box. */
  command: string[]
  without?: readonly SandboxFeature[]
  limits?: Partial<Limits>
  user?: number
  /** Run without control groups even where they are available. */
  ungrouped?: boolean
  environment?: Record<string, string>
  shared?: Readonly<Record<string, string>>
  /** Serves the service's end of descriptor 3. */
  serve?: (channel: Duplex) => void
}

export type Outcome = Exit & { output: string }

/** Starts a box for the attempt; the caller ends it. */
export function startBox({ without = [], ...attempt }: Attempt) {
  return startInBubblewrap(
    {
      bubblewrap: requireBubblewrap(),
      cgroups: attempt.ungrouped ? undefined : cgroups,
      shared: attempt.shared ?? {},
      features: { ...ALL_FEATURES, ...Object.fromEntries(without.map((name) => [name, false])) },
      ...(attempt.user !== undefined && { user: attempt.user }),
    },
    {
      command: attempt.command,
      environment: { PATH: '/usr/bin:/bin', ...attempt.environment },
      limits: { ...LIMITS, ...attempt.limits },
    },
  )
}

/** Runs the attempt to its end and returns its output. */
export async function attempt(given: Attempt): Promise<Outcome> {
  await using box = await startBox(given)
  given.serve?.(box.channel)
  let output = ''
  for (const stream of [box.stdout, box.stderr])
    stream.on('data', (data: Buffer) => {
      output += data.toString()
    })
  box.stdin.end()
  const limit = setTimeout(() => box.kill('The attempt took too long.'), ATTEMPT_MS)
  const ended = Promise.all([box.stdout, box.stderr].map((stream) => finished(stream).catch(() => {})))
  const exit = await box.exited
  clearTimeout(limit)
  // Output may arrive after the exit; a process left behind may hold the pipe open.
  await Promise.race([ended, delay(STDERR_DRAIN_MS, undefined, { ref: false })])
  return { ...exit, output }
}

type Attack = Omit<Attempt, 'without'> & {
  /** Matches the output when the attack worked. */
  worked: RegExp
  /** The features that hold it off: the attack must work without all of them, and fail with any one. */
  features: readonly SandboxFeature[]
  /** Matches the output where the kernel lacks the attacked feature. */
  lacking?: RegExp
}

/** The attack fails in the sandbox and works without the features; returns the reason if that could not be shown. */
export async function expectHeldOff({ worked, features, lacking, ...given }: Attack): Promise<string | undefined> {
  expect((await attempt(given)).output).not.toMatch(worked)
  if (features.length > 1)
    for (const remaining of features) {
      const without = features.filter((feature) => feature !== remaining)
      expect((await attempt({ ...given, without })).output, `with ${remaining} alone`).not.toMatch(worked)
    }
  const { output } = await attempt({ ...given, without: features })
  if (lacking?.test(output)) return `this kernel lacks it: ${output.trim()}`
  expect(output, `without ${features.join(' and ')}`).toMatch(worked)
  return undefined
}

/** A system call by number, printed as `returned N` or `errno N`. */
export function perlSyscall(number: number, args: string): string[] {
  const call = `$! = 0; my $r = syscall(${number}${args === '' ? '' : `, ${args}`}); print $r == -1 ? "errno " . ($! + 0) : "returned $r", "\\n";`
  return ['perl', '-e', call]
}
