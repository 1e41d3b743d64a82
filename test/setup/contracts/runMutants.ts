import { createHardhatRuntimeEnvironment } from 'hardhat/hre'
import { toHex } from 'viem'
import { readSources } from '../../../scripts/compileContracts.ts'
import { copyContracts } from '../../../scripts/copyContracts.ts'
import { quietForeignWarnings } from '../../../scripts/quietForeignWarnings.ts'
import { type Mutant, mutate } from './mutate.ts'

type Config = Awaited<ReturnType<typeof copyContracts>>
type Effort = { grep?: string; fuzz: { runs: number; seed: string }; invariant: object }

const ROOT = 'cache/mutation'
const SEED = '0x4663'
/** A mutant whose loop does not end runs out of gas. */
const GAS_LIMIT = 2n ** 30n
/** First each test with few inputs, then all with more. Most mutants fail the first. */
const EFFORTS: readonly Effort[] = [
  { grep: '^test', fuzz: { runs: 3, seed: SEED }, invariant: { runs: 1, depth: 1 } },
  { fuzz: { runs: 100, seed: SEED }, invariant: { runs: 4, depth: 60, shrinkRunLimit: 0 } },
]

/** Compiles all mutants at once and returns how to test one; the original, number 0, must pass. */
export async function createMutants(): Promise<{ mutants: Mutant[]; isKilled(id: number): Promise<boolean> }> {
  quietForeignWarnings()
  const { sources, mutants } = mutate(await readSources())
  const config = await copyContracts(ROOT, sources)
  const environment = await createHardhatRuntimeEnvironment(config, {}, process.cwd())
  await environment.tasks.getTask('build').run({})
  return { mutants, isKilled: (id) => isKilled(config, id) }
}

async function isKilled(config: Config, id: number): Promise<boolean> {
  for (const effort of EFFORTS) if (!(await passes(config, id, effort))) return true
  return false
}

async function passes(config: Config, id: number, { grep, fuzz, invariant }: Effort): Promise<boolean> {
  const coinbase = toHex(id, { size: 20 })
  const solidity = { ...config.test?.solidity, coinbase, blockGasLimit: GAS_LIMIT, fuzz, invariant }
  const environment = await createHardhatRuntimeEnvironment({ ...config, test: { solidity } }, {}, process.cwd())
  const task = environment.tasks.getTask(['test', 'solidity'])
  return (await silently(() => task.run({ noCompile: true, ...(grep !== undefined && { grep }) }))).success
}

/** The runner prints every test of every mutant. */
async function silently<Result>(run: () => Promise<Result>): Promise<Result> {
  const { write } = process.stdout
  process.stdout.write = (_: unknown, encoding?: unknown, done?: unknown) => {
    for (const callback of [encoding, done]) if (typeof callback === 'function') callback()
    return true
  }
  try {
    return await run()
  } finally {
    process.stdout.write = write
  }
}
