import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parseArgs } from 'node:util'

// Compiles contracts/chain/Runner.sol into src/chain/runner.generated.ts.
// With --check it writes nothing and fails when that file is not what the source gives.

type Output = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, Compiled>>
}
type Compiled = { evm: { deployedBytecode: { object: string }; methodIdentifiers: Record<string, string> } }

const RUN = 'run((address,uint256,bytes)[])'
const source = new URL('../contracts/chain/Runner.sol', import.meta.url)
const target = new URL('../src/chain/runner.generated.ts', import.meta.url)

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const generated = render(compile(await readFile(source, 'utf8')))

if (values.check) await check()
else await writeFile(target, generated)

async function check(): Promise<void> {
  if ((await readFile(target, 'utf8').catch(() => '')) === generated) return
  process.stderr.write('src/chain/runner.generated.ts is out of date. Run: npx node scripts/writeRunner.ts\n')
  process.exitCode = 1
}

// For London, so that it runs on every chain, also on those that lag behind in opcodes.
function compile(content: string): Compiled {
  const solc: { compile(input: string): string } = createRequire(import.meta.url)('solc')
  const settings = {
    evmVersion: 'london',
    viaIR: true,
    optimizer: { enabled: true, runs: 1 },
    metadata: { appendCBOR: false, bytecodeHash: 'none' },
    outputSelection: { '*': { '*': ['evm.deployedBytecode.object', 'evm.methodIdentifiers'] } },
  }
  const input = JSON.stringify({ language: 'Solidity', sources: { 'Runner.sol': { content } }, settings })
  const { errors = [], contracts }: Output = JSON.parse(solc.compile(input))
  const contract = contracts['Runner.sol']?.['Runner']
  if (!contract || errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))
  return contract
}

function render({ evm }: Compiled): string {
  return [
    '// Written by scripts/writeRunner.ts from contracts/chain/Runner.sol; do not edit.\n',
    `export const RUN_SELECTOR = '0x${evm.methodIdentifiers[RUN]}'\n`,
    `export const RUNNER_CODE = '0x${evm.deployedBytecode.object}'\n`,
  ].join('\n')
}
