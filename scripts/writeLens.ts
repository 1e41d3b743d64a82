import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parseArgs } from 'node:util'

// Compiles contracts/lens into src/liquidity/lens.generated.ts: each lens' creation code, and the interface that types them.
// With --check it writes nothing and fails when that file is not what the sources give.

type Compiled = { abi: object[]; evm: { bytecode: { object: string } } }
type Output = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, Compiled>>
}

/** Each lens by the function of `ILens` that describes it. */
const LENSES: Record<string, string> = {
  pairs: 'PairLens',
  v3Pools: 'V3PoolLens',
  v4Pools: 'V4PoolLens',
  market: 'MarketLens',
  v3Positions: 'V3PositionLens',
  v3Owned: 'V3OwnedLens',
  v4Positions: 'V4PositionLens',
}
const folder = new URL('../contracts/lens/', import.meta.url)
const target = new URL('../src/liquidity/lens.generated.ts', import.meta.url)

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const generated = render(compile(await readSources()))

if (values.check) await check()
else await writeFile(target, generated)

async function check(): Promise<void> {
  if ((await readFile(target, 'utf8').catch(() => '')) === generated) return
  process.stderr.write('src/liquidity/lens.generated.ts is out of date. Run: npx node scripts/writeLens.ts\n')
  process.exitCode = 1
}

async function readSources(): Promise<Record<string, { content: string }>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sol')).sort()
  const read = async (name: string) => [name, { content: await readFile(new URL(name, folder), 'utf8') }] as const
  return Object.fromEntries(await Promise.all(names.map(read)))
}

// For London, so that it runs on every chain, also on those that lag behind in opcodes.
function compile(sources: Record<string, { content: string }>): Output['contracts'] {
  const solc: { compile(input: string): string } = createRequire(import.meta.url)('solc')
  const settings = {
    evmVersion: 'london',
    viaIR: true,
    optimizer: { enabled: true, runs: 1 },
    metadata: { appendCBOR: false, bytecodeHash: 'none' },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  }
  const output: Output = JSON.parse(solc.compile(JSON.stringify({ language: 'Solidity', sources, settings })))
  if (output.errors?.length) throw new Error(output.errors.map((error) => error.formattedMessage).join('\n'))
  return output.contracts
}

function render(contracts: Output['contracts']): string {
  const compiled = (name: string) => contracts[`${name}.sol`]?.[name] ?? missing(name)
  const codes = Object.entries(LENSES).map(([key, name]) => `  ${key}: '0x${compiled(name).evm.bytecode.object}',`)
  const names = Object.keys(LENSES).map((name) => `'${name}'`)
  return [
    '// Written by scripts/writeLens.ts from contracts/lens; do not edit.\n',
    `export const LENS_ABI = ${JSON.stringify(compiled('ILens').abi)} as const\n`,
    `export const LENS_CODE: Readonly<Record<${names.join(' | ')}, \`0x\${string}\`>> = {\n${codes.join('\n')}\n}\n`,
  ].join('\n')
}

function missing(name: string): never {
  throw new Error(`contracts/lens has no ${name}.`)
}
