import { getCreate2Address, pad } from 'viem'
import { compileSmall } from './compileSmall.ts'
import { CREATE2_DEPLOYER } from './mineSalt.ts'
import { writeGenerated } from './writeGenerated.ts'

// Compiles contracts/orders/OrderCondition.sol into src/core/orderCondition.generated.ts.

const { OrderCondition } = await compileSmall('contracts/orders', {
  evmVersion: 'cancun',
  viaIR: true,
  optimizer: { enabled: true, runs: 1_000_000 },
})
const bytecode = `0x${OrderCondition?.evm.bytecode.object}` as const
const address = getCreate2Address({ from: CREATE2_DEPLOYER, salt: pad('0x00'), bytecode })
const generated = [
  '// Written by scripts/writeOrderCondition.ts from contracts/orders/OrderCondition.sol; do not edit.\n',
  `/** Its address on every chain, by the CREATE2 deployer and without a salt. */\nexport const ORDER_CONDITION = '${address}'\n`,
  `/** Its creation code. */\nexport const ORDER_CONDITION_CODE =\n  '${bytecode}'\n`,
]
await writeGenerated('src/core/orderCondition.generated.ts', generated.join('\n'))
