import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Sources } from './compileContracts.ts'

type Compiled = {
  abi: object[]
  evm: {
    bytecode: { object: string }
    deployedBytecode: { object: string }
    methodIdentifiers: Record<string, string>
  }
}
type Output = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, Compiled>>
}

/** For London, so that the code runs on every chain, also on those that lag behind in opcodes. */
export const EVERYWHERE = { evmVersion: 'london', viaIR: true, optimizer: { enabled: true, runs: 1 } }

const OUTPUTS = ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object', 'evm.methodIdentifiers']

/** Compiles a folder of contracts without imports from packages, by contract name; a warning is an error. */
export async function compileSmall(folder: string, compiler: object): Promise<Record<string, Compiled>> {
  const solc: { compile(input: string): string } = createRequire(import.meta.url)('solc')
  const settings = {
    ...compiler,
    metadata: { appendCBOR: false, bytecodeHash: 'none' },
    outputSelection: { '*': { '*': OUTPUTS } },
  }
  const input = { language: 'Solidity', sources: await readSources(folder), settings }
  const { errors = [], contracts }: Output = JSON.parse(solc.compile(JSON.stringify(input)))
  const problems = errors.filter(({ severity }) => severity !== 'info')
  if (problems.length > 0) throw new Error(problems.map(({ formattedMessage }) => formattedMessage).join('\n'))
  return Object.fromEntries(Object.values(contracts).flatMap((file) => Object.entries(file)))
}

async function readSources(folder: string): Promise<Sources> {
  const path = new URL(`../${folder}/`, import.meta.url)
  const names = (await readdir(path)).filter((name) => name.endsWith('.sol')).sort()
  const read = async (name: string) => [name, { content: await readFile(new URL(name, path), 'utf8') }] as const
  return Object.fromEntries(await Promise.all(names.map(read)))
}
