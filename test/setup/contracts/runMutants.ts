import { readFile, writeFile } from 'node:fs/promises'
import { createHardhatRuntimeEnvironment } from 'hardhat/hre'
import { hexToBytes, toHex } from 'viem'
import { readSources } from '../../../scripts/compileContracts.ts'
import { copyContracts } from '../../../scripts/copyContracts.ts'
import { quietForeignWarnings } from '../../../scripts/quietForeignWarnings.ts'
import { type Mutant, mutate } from './mutate.ts'
import { createSolidityRunner, type SolidityRunner } from './solidityRunner.ts'

/** Runs these tests of these suites; all tests if there is no pattern. */
type Effort = { suites: readonly string[]; testPattern?: string; fuzzRuns: number; invariant: object }
/** Whether only the likely suites are run. Default: false. */
type Options = { isBrief?: boolean }
type Mutants = { mutants: Mutant[]; killerOf(mutant: Mutant, options?: Options): Promise<string | undefined> }

const ROOT = 'cache/mutation'
/** The test that killed a mutant last time is tried first: a run that was interrupted, or repeated, is quick. */
const KILLERS = `${ROOT}/killers.json`
const SEED = '0x4663'
/** A mutant whose loop does not end runs out of gas. */
const GAS_LIMIT = 2n ** 28n
const KILLERS_MAX = 6
const NO_INVARIANT = { runs: 1, depth: 1 }
const INVARIANT = { runs: 2, depth: 40, failOnRevert: true, shrinkRunLimit: 0 }
const FUZZ_RUNS = 30

/** The suites that most likely fail on a mutant of each source, the gravest sources first. */
const LIKELY: Readonly<Record<string, readonly string[]>> = {
  Launchpad: ['LaunchpadBoundaryTest', 'LaunchpadAttacksTest', 'LaunchpadCreateTest'],
  LaunchpadFees: ['LaunchpadFeesTest', 'LaunchpadLockTest'],
  GraduationPool: ['LaunchpadGraduateTest', 'LaunchpadFeesTest'],
  LaunchpadTrading: ['LaunchpadBuyTest', 'LaunchpadSellTest', 'LaunchpadOpeningTest'],
  LaunchpadState: ['LaunchpadFeesTest', 'LaunchpadAttacksTest'],
  FeeSplit: ['FeeSplitTest', 'LaunchpadBoundaryTest'],
  LaunchpadCreation: ['LaunchpadCreateTest', 'LaunchpadLockTest'],
  CurveState: ['LaunchpadBuyTest', 'LaunchpadFeesTest'],
  CurveMath: ['CurveMathTest', 'LaunchpadBuyTest'],
  FeeSplitFactory: ['FeeSplitTest'],
  LaunchToken: ['LaunchTokenTest'],
  TokenCode: ['TokenCodeTest', 'LaunchpadCreateTest'],
  Text: ['TextTest'],
}

/** Compiles all mutants at once and returns how to find a test that fails on one; none must fail on the original, number 0. */
export async function createMutants(): Promise<Mutants> {
  quietForeignWarnings()
  const { sources, mutants } = mutate(await readSources())
  const environment = await createHardhatRuntimeEnvironment(await copyContracts(ROOT, sources), {}, process.cwd())
  await environment.tasks.getTask('build').run({})
  const runner = await createSolidityRunner(environment)
  const killers = new Map<string, string>(JSON.parse(await readFile(KILLERS, 'utf8').catch(() => '[]')))
  return {
    // New mutants first: a run that was interrupted goes on with them.
    mutants: mutants.toSorted((a, b) => rankOf(a, killers) - rankOf(b, killers)),
    async killerOf(mutant, { isBrief = false } = {}) {
      const efforts = effortsFor(runner, mutant, killers)
      const killer = await findKiller(runner, mutant, isBrief ? efforts.slice(0, -2) : efforts)
      if (killer === undefined) killers.delete(mutant.name)
      else killers.set(mutant.name, killer)
      await writeFile(KILLERS, JSON.stringify([...killers]))
      return killer
    },
  }
}

async function findKiller(runner: SolidityRunner, { id }: Mutant, efforts: readonly Effort[]) {
  const blockCoinbase = hexToBytes(toHex(id, { size: 20 }))
  for (const { suites, testPattern, fuzzRuns, invariant } of efforts) {
    const limits = { gasLimit: GAS_LIMIT, fuzz: { runs: fuzzRuns, seed: SEED }, invariant }
    const pattern = testPattern === undefined ? {} : { testPattern }
    const [killer] = await runner.failuresOf(suites, { ...limits, ...pattern, blockCoinbase })
    if (killer !== undefined) return killer
  }
  return undefined
}

/** The tests that killed this mutant, or others of the same function; the likely suites; all suites; all with more inputs. */
function effortsFor({ suites }: SolidityRunner, mutant: Mutant, killers: Map<string, string>): Effort[] {
  const own = killers.get(mutant.name)
  const near = [...killers].filter(([name]) => placeOf(name) === placeOf(mutant.name)).map(([, killer]) => killer)
  const likely = LIKELY[sourceOf(mutant)] ?? []
  const quick = { testPattern: '^test', fuzzRuns: 3, invariant: NO_INVARIANT }
  const known = own === undefined ? [] : [only([own])]
  if (near.length > 0) known.push(only([...new Set(near)].slice(-KILLERS_MAX)))
  if (likely.length > 0) known.push({ suites: likely, ...quick })
  return [
    ...known,
    { suites: suites.filter((suite) => !likely.includes(suite)), ...quick },
    { suites, fuzzRuns: FUZZ_RUNS, invariant: INVARIANT },
  ]
}

function only(killers: string[]): Effort {
  const pairs = killers.map((killer) => killer.split(' ') as [string, string])
  const suites = [...new Set(pairs.map(([suite]) => suite))]
  const names = pairs.map(([, test]) => test.replace(/\(.*/, ''))
  return { suites, testPattern: `^(${names.join('|')})\\b`, fuzzRuns: FUZZ_RUNS, invariant: INVARIANT }
}

/** The contract and function of a mutant. */
export function placeOf(name: string): string {
  return name.slice(0, name.indexOf(':'))
}

function sourceOf({ path }: Mutant): string {
  return path.replace(/^.*\/|\.sol$/g, '')
}

function rankOf(mutant: Mutant, killers: Map<string, string>): number {
  const sources = Object.keys(LIKELY)
  return sources.indexOf(sourceOf(mutant)) + (killers.has(mutant.name) ? sources.length : 0)
}
