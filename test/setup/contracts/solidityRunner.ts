import { setTimeout as pause } from 'node:timers/promises'
import {
  type Artifact,
  type ArtifactId,
  CollectStackTraces,
  EdrContext,
  FsAccessPermission,
  L1_CHAIN_TYPE,
  l1GenesisState,
  l1HardforkLatest,
  l1HardforkToString,
  l1SolidityTestRunnerFactory,
  type SolidityTestRunnerConfigArgs,
} from '@nomicfoundation/edr'
import type { createHardhatRuntimeEnvironment } from 'hardhat/hre'

type Environment = Awaited<ReturnType<typeof createHardhatRuntimeEnvironment>>
type Options = Partial<SolidityTestRunnerConfigArgs>

/** Runs suites of what was compiled once; returns the first tests that fail, as `suite test`. */
export type SolidityRunner = {
  suites: string[]
  failuresOf(suites: readonly string[], options: Options): Promise<string[]>
}

const SOLC = '0.8.37'
/** A suite in which no test has the wanted name may not be reported at all. */
const soon = () => pause(5_000)

/** Hardhat's task reads all artifacts and explains every failure again in each run, which takes longer than the tests. */
export async function createSolidityRunner({ artifacts: manager, config }: Environment): Promise<SolidityRunner> {
  const names = [...(await manager.getAllFullyQualifiedNames())]
  const artifacts: Artifact[] = []
  for (const name of names) artifacts.push(artifactOf(await manager.readArtifact(name)))
  const suites = new Map(artifacts.filter(isSuite).map(({ id }) => [id.name, id]))
  const context = new EdrContext()
  await context.registerSolidityTestRunnerFactory(L1_CHAIN_TYPE, l1SolidityTestRunnerFactory())
  const base = baseConfig(config.test.solidity.profiles['default']?.fsPermissions?.readFile ?? [])
  return {
    suites: [...suites.keys()],
    async failuresOf(wanted, options) {
      const ids = wanted.map((name) => suites.get(name) as ArtifactId)
      const failures: string[] = []
      const { promise: isReported, resolve } = Promise.withResolvers<void>()
      let left = ids.length
      await context.runSolidityTests(
        L1_CHAIN_TYPE,
        artifacts,
        ids,
        { ...base, ...options },
        {},
        ({ id, testResults }) => {
          const failed = testResults.filter(({ status }) => status === 'Failure')
          failures.push(...failed.map(({ name }) => `${id.name} ${name}`))
          left -= 1
          if (left === 0) resolve()
        },
      )
      // The run ends before the results of its last suites are reported.
      if (left > 0) await (options.testPattern === undefined ? isReported : Promise.race([isReported, soon()]))
      return failures
    },
  }
}

function baseConfig(readable: string[]): SolidityTestRunnerConfigArgs {
  const hardfork = l1HardforkLatest()
  return {
    projectRoot: process.cwd(),
    hardfork: l1HardforkToString(hardfork),
    localPredeploys: l1GenesisState(hardfork),
    fsPermissions: readable.map((path) => ({ access: FsAccessPermission.ReadFile, path })),
    disableBlockGasLimit: true,
    disableTransactionGasCap: true,
    collectStackTraces: CollectStackTraces.OnFailure,
  }
}

function artifactOf(artifact: Awaited<ReturnType<Environment['artifacts']['readArtifact']>>): Artifact {
  const { contractName, sourceName, inputSourceName, abi, ...code } = artifact
  const { bytecode, linkReferences, deployedBytecode, deployedLinkReferences } = code
  return {
    id: { name: contractName, solcVersion: SOLC, source: inputSourceName ?? sourceName },
    contract: { abi: JSON.stringify(abi), bytecode, linkReferences, deployedBytecode, deployedLinkReferences },
  }
}

function isSuite({ contract }: Artifact): boolean {
  const hasCode = contract.bytecode !== undefined && contract.bytecode !== '0x'
  const abi = JSON.parse(contract.abi) as { name?: string }[]
  return hasCode && abi.some(({ name = '' }) => /^(?:test|invariant)/.test(name))
}
