import { readFile } from 'node:fs/promises'
import { createHardhatRuntimeEnvironment } from 'hardhat/hre'
import { custom } from 'viem'
import { createChain } from '#devnet/createChain.ts'
import { deploy } from '#devnet/deploy.ts'
import * as gas from '../bench/gas.ts'
import config from '../hardhat.config.ts'
import { compareContract } from './compareContract.ts'
import { compareCurve } from './compareCurve.ts'
import { compareOptimizer } from './compareOptimizer.ts'
import { compareText } from './compareText.ts'
import * as DeployJourney from './DeployJourney.ts'
import { launchDemo } from './launchDemo.ts'
import type { Artifact } from './padOnChain.ts'
import { quietForeignWarnings } from './quietForeignWarnings.ts'

// The contracts' tests: the Solidity suites, the comparisons with what TypeScript computes, and the scripts around them.
// With --deep, the random ones run ten to fifty times as long.

type Count = { passed: number; failed: number }
type Suite = { testResults: { status: string }[] }

const isDeep = process.argv.includes('--deep')
const start = performance.now()

quietForeignWarnings()
const solidity = await runSolidity()
const counts = [solidity, await runComparisons(), await runJourneys()]
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
say(`contracts: ${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1

async function runSolidity(): Promise<Count> {
  const environment = await createHardhatRuntimeEnvironment(isDeep ? deepConfig() : config, {}, process.cwd())
  const result = await environment.tasks.getTask(['test', 'solidity']).run({})
  const { suiteResults }: { suiteResults: Suite[] } = result.success ? result.value : result.error
  const tests = suiteResults.flatMap(({ testResults }) => testResults)
  const passed = tests.filter(({ status }) => status === 'Success').length
  // A runner that broke off counts as a failure of its own.
  const failed = Math.max(tests.length - passed, result.success ? 0 : 1)
  say(`Solidity suites: ${passed} passed, ${failed} failed (${seconds()} s)`)
  return { passed, failed }
}

function deepConfig(): typeof config {
  const solidity = {
    ...config.test?.solidity,
    fuzz: { runs: 10_000 },
    invariant: { runs: 256, depth: 500, failOnRevert: true },
  }
  return { ...config, test: { solidity } }
}

async function runComparisons(): Promise<Count> {
  const harness = await artifact('test/harness/CurveMathHarness.sol/CurveMathHarness')
  const { bytecode } = await artifact('src/Launchpad.sol/Launchpad')
  const provider = await createChain()
  const paths = isDeep ? 100_000 : 10_000
  const texts = isDeep ? 50_000 : 5_000
  const launches = isDeep ? 10_000 : 200
  const outcomes = [
    await attempt(`Curve.ts is CurveMath on ${paths} paths`, () => compareCurve(provider, harness, paths)),
    await attempt(`Text is UTF-8 on ${texts} texts`, () => compareText(provider, harness, texts)),
    await attempt(`Curve.ts is the contract on ${launches} launches, half of them with an opening`, () =>
      compareContract(bytecode, launches),
    ),
    ...(isDeep ? [await attempt('the optimizer’s doubtful steps changed no answer', compareOptimizer)] : []),
  ]
  return countOf(outcomes)
}

async function runJourneys(): Promise<Count> {
  return countOf([
    await attempt('gas is within its limits and has not risen', checkGas),
    await attempt('the deploy script prints transactions that deploy, and then verifies them', DeployJourney.unsigned),
    await attempt('the deploy command refuses what could not work', DeployJourney.refusals),
    await attempt(
      'the deploy command sends the transaction with its key and writes the address',
      DeployJourney.command,
    ),
    await attempt('the deploy command says how it is called', DeployJourney.help),
    await attempt('the deploy command says in few words why it failed', DeployJourney.failure),
    await attempt('the deploy script refuses a launchpad with other values', DeployJourney.verification),
    await attempt('the demo launches, trades to graduation and swaps in the pool', tryDemo),
  ])
}

async function checkGas(): Promise<void> {
  const missed = (await gas.run()).filter(({ ok }) => ok === false).map(({ name, ours }) => `${name} ${ours}`)
  if (missed.length > 0) throw new Error(missed.join(', '))
}

async function tryDemo(): Promise<void> {
  const provider = await createChain()
  await deploy(provider)
  await launchDemo(custom(provider), () => undefined)
}

function countOf(outcomes: boolean[]): Count {
  const passed = outcomes.filter(Boolean).length
  return { passed, failed: outcomes.length - passed }
}

async function artifact(path: string): Promise<Artifact> {
  return JSON.parse(await readFile(new URL(`../artifacts/contracts/${path}.json`, import.meta.url), 'utf8'))
}

async function attempt(name: string, run: () => Promise<void>): Promise<boolean> {
  try {
    await run()
    say(`✔ ${name} (${seconds()} s)`)
    return true
  } catch (error) {
    say(`✘ ${name}: ${error instanceof Error ? error.message : error}`)
    return false
  }
}

function seconds(): string {
  return ((performance.now() - start) / 1000).toFixed(0)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
