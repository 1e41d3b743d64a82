import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createHardhatRuntimeEnvironment } from 'hardhat/hre'
import { hexToBytes, toHex } from 'viem'
import config, { quick } from '../../../hardhat.config.ts'
import { quietForeignWarnings } from '../../../scripts/quietForeignWarnings.ts'
import { type Mutant, mutate } from './mutate.ts'
import { createSolidityRunner } from './solidityRunner.ts'

const ROOT = 'cache/orderMutation'
const COPY = `${ROOT}/contracts`
const SUITE = 'OrderCondition.t.sol'
const SEED = '0x4663'
const GAS_LIMIT = 2n ** 28n
const FUZZ_RUNS = 100

type OrderMutants = { mutants: Mutant[]; killerOf(id: number): Promise<string | undefined> }

/** Compiles all mutants of the order condition at once, with its suite alone. */
export async function createOrderMutants(): Promise<OrderMutants> {
  quietForeignWarnings()
  const content = await readFile('contracts/orders/OrderCondition.sol', 'utf8')
  const { sources, mutants } = mutate({ 'contracts/src/OrderCondition.sol': { content } })
  await rm(COPY, { recursive: true, force: true })
  await mkdir(`${COPY}/test`, { recursive: true })
  await mkdir(`${COPY}/src`, { recursive: true })
  for (const [path, source] of Object.entries(sources)) await writeFile(`${ROOT}/${path}`, source.content)
  for (const name of ['Test.sol', 'Vm.sol']) await cp(`contracts/test/${name}`, `${COPY}/test/${name}`)
  const suite = await readFile(`contracts/test/${SUITE}`, 'utf8')
  await writeFile(`${COPY}/test/${SUITE}`, suite.replace('../orders/', '../src/'))
  const environment = await createHardhatRuntimeEnvironment(mutated(), {}, process.cwd())
  await environment.tasks.getTask('build').run({})
  const runner = await createSolidityRunner(environment)
  return {
    mutants,
    async killerOf(id) {
      const blockCoinbase = hexToBytes(toHex(id, { size: 20 }))
      const options = { gasLimit: GAS_LIMIT, fuzz: { runs: FUZZ_RUNS, seed: SEED }, blockCoinbase }
      return (await runner.failuresOf(runner.suites, options))[0]
    },
  }
}

function mutated(): typeof config {
  return {
    ...config,
    paths: {
      sources: `${COPY}/src`,
      tests: { solidity: `${COPY}/test` },
      artifacts: `${ROOT}/artifacts`,
      cache: `${ROOT}/cache`,
    },
    solidity: { compilers: [quick] },
  }
}
