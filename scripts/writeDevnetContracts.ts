import { compileSmall } from './compileSmall.ts'
import { writeGenerated } from './writeGenerated.ts'

// Compiles contracts/devnet into src/devnet/contracts.generated.ts, so that nothing compiles when the chain starts.

const contracts = await compileSmall('contracts/devnet', {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 200 },
})
const entries = Object.entries(contracts)
  .filter(([, { evm }]) => evm.bytecode.object !== '')
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(
    ([name, { abi, evm }]) =>
      `export const ${name} = {\n  abi: ${JSON.stringify(abi)},\n  bytecode: '0x${evm.bytecode.object}',\n} as const\n`,
  )
const header = '// Written by scripts/writeDevnetContracts.ts from contracts/devnet; do not edit.\n'
await writeGenerated('src/devnet/contracts.generated.ts', [header, ...entries].join('\n'))
