import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Abi, Hex } from 'viem'

/** Creation code, and the ABI for the constructor's arguments. */
export type Artifact = { abi: Abi; bytecode: Hex }

type ArtifactFile = { abi: Abi; bytecode: string | { object: string } }

const require = createRequire(import.meta.url)

/** Loads an artifact of an installed package, in Waffle, Hardhat or Foundry format. */
export async function loadArtifact(path: string): Promise<Artifact> {
  const file: ArtifactFile = JSON.parse(await readFile(require.resolve(path), 'utf8'))
  const code = typeof file.bytecode === 'string' ? file.bytecode : file.bytecode.object
  return { abi: file.abi, bytecode: code.startsWith('0x') ? (code as Hex) : `0x${code}` }
}

/** Permit2's runtime code, which Uniswap ships as a hex literal in a deployment helper. */
export async function loadPermit2Code(): Promise<Hex> {
  const path = require.resolve('@uniswap/v4-periphery/lib/permit2/test/utils/DeployPermit2.sol')
  const literal = /hex"([0-9a-f]+)"/.exec(await readFile(path, 'utf8'))?.[1]
  if (literal === undefined) throw new Error('DeployPermit2.sol of @uniswap/v4-periphery has no bytecode.')
  return `0x${literal}`
}

/** Multicall3's creation code, which viem has outside its public entry point. */
export async function loadMulticall3Code(): Promise<Hex> {
  const constants: { multicall3Bytecode?: Hex } = await import(
    new URL('constants/contracts.js', import.meta.resolve('viem')).href
  )
  if (constants.multicall3Bytecode === undefined) throw new Error('viem has no bytecode of Multicall3.')
  return constants.multicall3Bytecode
}
