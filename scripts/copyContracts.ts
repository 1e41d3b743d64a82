import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import config, { quick, release } from '../hardhat.config.ts'
import type { Sources } from './compileContracts.ts'

/** Writes other sources with the Solidity suites into a folder, and returns the configuration that compiles and tests them there. */
export async function copyContracts(root: string, sources: Sources): Promise<typeof config> {
  const copy = `${root}/contracts`
  await rm(copy, { recursive: true, force: true })
  for (const folder of ['test', 'orders']) await cp(`contracts/${folder}`, `${copy}/${folder}`, { recursive: true })
  await mkdir(`${copy}/src`, { recursive: true })
  for (const [path, { content }] of Object.entries(sources)) await writeFile(`${root}/${path}`, content)
  return {
    ...config,
    paths: {
      sources: `${copy}/src`,
      tests: { solidity: `${copy}/test` },
      artifacts: `${root}/artifacts`,
      cache: `${root}/cache`,
    },
    solidity: {
      compilers: [quick],
      overrides: { [`${copy}/src/Launchpad.sol`]: release, [`${copy}/test/harness/CurveMathHarness.sol`]: release },
    },
  }
}
