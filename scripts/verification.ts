import { createRequire } from 'node:module'
import { type Address, encodeAbiParameters, type Hex } from 'viem'
import { standardInput } from './compileContracts.ts'

/** A contract to verify on an explorer or Sourcify, with the standard JSON input. */
export type Verification = { contract: string; address: Address; constructorArguments: Hex }

type Deployment = { address: Address; feeSplitFactory: Address; poolManager: Address; treasury: Address }

/** The standard JSON input of the compiler, its version, and the contracts with their encoded constructor arguments. */
export async function verificationOf({ address, feeSplitFactory, poolManager, treasury }: Deployment) {
  const addresses = (...values: Address[]) =>
    encodeAbiParameters(
      values.map(() => ({ type: 'address' })),
      values,
    )
  const contracts: Verification[] = [
    {
      contract: 'contracts/src/Launchpad.sol:Launchpad',
      address,
      constructorArguments: addresses(poolManager, treasury),
    },
    {
      contract: 'contracts/src/FeeSplitFactory.sol:FeeSplitFactory',
      address: feeSplitFactory,
      constructorArguments: addresses(address),
    },
  ]
  return { compiler: compilerVersion(), contracts, input: await standardInput() }
}

/** Such as `v0.8.37+commit.0123abcd`. */
function compilerVersion(): string {
  const solc = createRequire(import.meta.url)('solc') as { version: () => string }
  return `v${solc.version().replace(/\.Emscripten.*$/, '')}`
}
