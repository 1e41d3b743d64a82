import { compileSmall, EVERYWHERE } from './compileSmall.ts'
import { writeGenerated } from './writeGenerated.ts'

// Compiles contracts/chain/Runner.sol into src/chain/runner.generated.ts.

const RUN = 'run((address,uint256,bytes)[])'

const { Runner } = await compileSmall('contracts/chain', EVERYWHERE)
const generated = [
  '// Written by scripts/writeRunner.ts from contracts/chain/Runner.sol; do not edit.\n',
  `export const RUN_SELECTOR = '0x${Runner?.evm.methodIdentifiers[RUN]}'\n`,
  `export const RUNNER_CODE = '0x${Runner?.evm.deployedBytecode.object}'\n`,
]
await writeGenerated('src/chain/runner.generated.ts', generated.join('\n'))
