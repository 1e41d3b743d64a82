import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Abi, Hex } from 'viem'

const require = createRequire(import.meta.url)
const SOURCES = new URL('../contracts/src/', import.meta.url)
const HARNESS = 'contracts/test/harness/CurveMathHarness.sol'
const WANTED = ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object', 'storageLayout']

/**
 * The compiler settings, shared with the Hardhat configuration. solc 0.8.37 has one known bug, in two steps of the Yul optimizer:
 * `test/contracts/optimizer.test.ts` shows that it does not affect us, and contracts/README.md explains why.
 */
export const compilerSettings = {
  evmVersion: 'cancun',
  viaIR: true,
  optimizer: { enabled: true, runs: 1_000_000 },
  metadata: { bytecodeHash: 'none' },
} as const

/** Solidity files by their path. */
export type Sources = Record<string, { content: string }>

/** The parts of a compiled contract that are used. */
export type CompiledContract = {
  abi: Abi
  bytecode: Hex
  deployedBytecode: Hex
  storage: { label: string; slot: string; offset: number; type: string }[]
}

type Diagnostic = { severity: string; formattedMessage: string; sourceLocation?: { file: string } }
type RawContract = {
  abi: Abi
  evm: { bytecode: { object: string }; deployedBytecode: { object: string } }
  storageLayout: { storage: CompiledContract['storage'] }
}
type CompilerOutput = {
  errors?: Diagnostic[]
  contracts: Record<string, Record<string, RawContract>>
  sources: Record<string, { ast: unknown }>
}

/** Compiles `contracts/src` with the compiler from npm, by contract name; a warning is an error. */
export async function compileContracts(settings: object = compilerSettings): Promise<Record<string, CompiledContract>> {
  return collectContracts(compile(await readSources(), { ...settings, outputSelection: { '*': { '*': WANTED } } }))
}

/** Compiles the contract that opens the libraries to tests, like a release. */
export async function compileHarness(): Promise<CompiledContract> {
  const content = await readFile(new URL(`../${HARNESS}`, import.meta.url), 'utf8')
  const sources = { ...(await readSources()), [HARNESS]: { content } }
  const output = compile(sources, { ...compilerSettings, outputSelection: { [HARNESS]: { '*': WANTED } } })
  return keep(output.contracts[HARNESS]?.['CurveMathHarness'] as RawContract)
}

/** The syntax trees of sources by their path, whose positions are bytes. */
export function parseContracts(sources: Sources): Record<string, unknown> {
  const output = compile(sources, { ...compilerSettings, outputSelection: { '*': { '': ['ast'] } } })
  return Object.fromEntries(Object.keys(sources).map((path) => [path, output.sources[path]?.ast]))
}

/** The compiler's standard JSON input with every imported source, for explorers and Sourcify. */
export async function standardInput(): Promise<{ language: string; sources: Sources; settings: object }> {
  const sources = await readSources()
  const settings = { ...compilerSettings, outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } }
  // Without outputs the compiler only follows the imports.
  compile({ ...sources }, { ...settings, outputSelection: {} }, (path) => {
    const found = readImport(path)
    if ('contents' in found) sources[path] = { content: found.contents }
    return found
  })
  return { language: 'Solidity', sources, settings }
}

type ReadImport = (path: string) => { contents: string } | { error: string }

function compile(sources: Sources, settings: object, read: ReadImport = readImport): CompilerOutput {
  const solc = require('solc') as { compile: (input: string, callbacks: object) => string }
  const input = { language: 'Solidity', sources, settings }
  const output: CompilerOutput = JSON.parse(solc.compile(JSON.stringify(input), { import: read }))
  const problems = output.errors?.filter(isProblem) ?? []
  if (problems.length > 0) throw new Error(problems.map(({ formattedMessage }) => formattedMessage).join('\n'))
  return output
}

/** Whether a diagnostic fails the build: all do, except warnings about installed packages. */
function isProblem({ severity, sourceLocation }: Diagnostic): boolean {
  return severity === 'error' || sourceLocation === undefined || sourceLocation.file.startsWith('contracts/')
}

/** The contents of `contracts/src` by their path. */
export async function readSources(): Promise<Sources> {
  const names = (await readdir(SOURCES)).filter((name) => name.endsWith('.sol')).sort()
  const entries = names.map(async (name) => {
    const content = await readFile(new URL(name, SOURCES), 'utf8')
    return [`contracts/src/${name}`, { content }] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

function readImport(path: string): ReturnType<ReadImport> {
  try {
    return { contents: readFileSync(require.resolve(path), 'utf8') }
  } catch {
    return { error: `${path} is in no installed package` }
  }
}

function collectContracts(output: CompilerOutput): Record<string, CompiledContract> {
  const own = Object.entries(output.contracts).filter(([path]) => path.startsWith('contracts/src/'))
  const entries = own.flatMap(([, contracts]) => Object.entries(contracts))
  return Object.fromEntries(entries.map(([name, contract]) => [name, keep(contract)]))
}

function keep({ abi, evm, storageLayout }: RawContract): CompiledContract {
  return {
    abi,
    bytecode: `0x${evm.bytecode.object}`,
    deployedBytecode: `0x${evm.deployedBytecode.object}`,
    storage: storageLayout.storage.map(({ label, slot, offset, type }) => ({ label, slot, offset, type })),
  }
}
