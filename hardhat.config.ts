import { createRequire } from 'node:module'
import { defineConfig } from 'hardhat/config'
import { compilerSettings } from './scripts/compileContracts.ts'

const VERSION = '0.8.37'
const path = createRequire(import.meta.url).resolve('solc/soljson.js')

/** The settings of deployed contracts. */
export const release = { version: VERSION, path, settings: compilerSettings }

/** Tests deploy contracts by their artifacts, so that only those are compiled with the slow settings of a release. */
export const quick = { version: VERSION, path, settings: { evmVersion: compilerSettings.evmVersion } }

export default defineConfig({
  paths: { sources: './contracts/src', tests: { solidity: './contracts/test' } },
  solidity: {
    compilers: [quick],
    overrides: {
      'contracts/src/Launchpad.sol': release,
      'contracts/test/harness/CurveMathHarness.sol': release,
    },
  },
  test: {
    solidity: {
      fsPermissions: { readFile: ['node_modules/@uniswap/v4-core/out/PoolManager.sol/PoolManager.json'] },
      blockGasLimit: false,
      fuzz: { runs: 1_000, seed: '0x4663' },
      invariant: { runs: 32, depth: 100, failOnRevert: true },
    },
  },
})
