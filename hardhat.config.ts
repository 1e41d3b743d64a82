import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { defineConfig } from 'hardhat/config'
import { compilerSettings } from './scripts/compileContracts.ts'

const VERSION = '0.8.30'
const path = createRequire(import.meta.url).resolve('solc/soljson.js')

// Tests deploy the contracts by their artifacts, so only the contracts need the settings, and the time, of a release.
const testSettings = { evmVersion: 'cancun', optimizer: { enabled: true, runs: 1 } }
const tests = readdirSync(new URL('./contracts/test/', import.meta.url)).filter((name) => name.endsWith('.sol'))
const overrides = tests.map((name) => [`contracts/test/${name}`, { version: VERSION, path, settings: testSettings }])

export default defineConfig({
  paths: { sources: './contracts/src', tests: { solidity: './contracts/test' } },
  solidity: {
    compilers: [{ version: VERSION, path, settings: compilerSettings }],
    overrides: Object.fromEntries(overrides),
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
