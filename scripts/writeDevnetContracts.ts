import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parseArgs } from 'node:util'

// Compiles contracts/devnet into src/devnet/contracts.generated.ts, so that nothing compiles when the chain starts.
// With --check it writes nothing and fails when that file is not what the sources give.

type Compiled = { abi: unknown[]; evm: { bytecode: { object: string } } }
type Output = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, Compiled>>
}

const sources = new URL('../contracts/devnet/', import.meta.url)
const target = new URL('../src/devnet/contracts.generated.ts', import.meta.url)

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const generated = render(compile(await readSources()))

if (values.check) await check()
else await writeFile(target, generated)

async function check(): Promise<void> {
  if ((await readFile(target, 'utf8').catch(() => '')) === generated) return
  process.stderr.write(
    'src/devnet/contracts.generated.ts is out of date. Run: npx node scripts/writeDevnetContracts.ts\n',
  )
  process.exitCode = 1
}

async function readSources(): Promise<Record<string, { content: string }>> {
  const names = (await readdir(sources)).filter((name) => name.endsWith('.sol')).sort()
  const files = names.map(async (name) => [name, { content: await readFile(new URL(name, sources), 'utf8') }] as const)
  return Object.fromEntries(await Promise.all(files))
}

function compile(input: Record<string, { content: string }>): Output {
  const solc: { compile(input: string): string } = createRequire(import.meta.url)('solc')
  const settings = {
    evmVersion: 'cancun',
    optimizer: { enabled: true, runs: 200 },
    metadata: { appendCBOR: false, bytecodeHash: 'none' },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  }
  const output: Output = JSON.parse(solc.compile(JSON.stringify({ language: 'Solidity', sources: input, settings })))
  const problems = (output.errors ?? []).filter(({ severity }) => severity !== 'info')
  if (problems.length > 0) throw new Error(problems.map(({ formattedMessage }) => formattedMessage).join('\n'))
  return output
}

function render({ contracts }: Output): string {
  const deployable = Object.values(contracts)
    .flatMap((file) => Object.entries(file))
    .filter(([, { evm }]) => evm.bytecode.object !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const entries = deployable.map(
    ([name, { abi, evm }]) =>
      `export const ${name} = {\n  abi: ${JSON.stringify(abi)},\n  bytecode: '0x${evm.bytecode.object}',\n} as const\n`,
  )
  return `// Written by scripts/writeDevnetContracts.ts from contracts/devnet; do not edit.\n\n${entries.join('\n')}`
}
