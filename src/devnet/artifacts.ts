import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Abi, Hex } from 'viem'

/** What deploying a contract needs: its creation code and, for the constructor's arguments, its ABI. */
export type Artifact = { abi: Abi; bytecode: Hex }

type ArtifactFile = { abi: Abi; bytecode: string | { object: string } }

const require = createRequire(import.meta.url)

/** The artifact in a file of an installed package, whichever of the Waffle, Hardhat or Foundry forms it has. */
export async function loadArtifact(path: string): Promise<Artifact> {
  const file: ArtifactFile = JSON.parse(await readFile(require.resolve(path), 'utf8'))
  const code = typeof file.bytecode === 'string' ? file.bytecode : file.bytecode.object
  return { abi: file.abi, bytecode: code.startsWith('0x') ? (code as Hex) : `0x${code}` }
}

/** Permit2's runtime code, which Uniswap ships as a hex literal in a deployment helper. */
export async function loadPermit2Code(): Promise<Hex> {
  const path = require.resolve('@uniswap/v4-periphery/lib/permit2/test/utils/DeployPermit2.sol')
  const literal = /hex"([0-9a-f]+)"/.exec(await readFile(path, 'utf8'))?.[1]
  if (literal === undefined) throw new Error('DeployPermit2.sol of @uniswap/v4-periphery holds no bytecode.')
  return `0x${literal}`
}

/** Multicall3's creation code, which viem keeps beside its public entry for deployless calls. */
export async function loadMulticall3Code(): Promise<Hex> {
  const constants: { multicall3Bytecode?: Hex } = await import(
    new URL('constants/contracts.js', import.meta.resolve('viem')).href
  )
  if (constants.multicall3Bytecode === undefined) throw new Error('viem holds no bytecode of Multicall3.')
  return constants.multicall3Bytecode
}
