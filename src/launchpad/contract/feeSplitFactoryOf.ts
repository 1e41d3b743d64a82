import { type Address, concat, encodeAbiParameters, getCreate2Address, pad } from 'viem'
import { feeSplitFactoryBytecode } from './launchpad.generated.ts'

const CREATE2_DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** Where the factory of fee splits for this launchpad stands, on every chain where somebody has deployed it. */
export function feeSplitFactoryOf(launchpad: Address): Address {
  const bytecode = concat([feeSplitFactoryBytecode, encodeAbiParameters([{ type: 'address' }], [launchpad])])
  return getCreate2Address({ from: CREATE2_DEPLOYER, salt: pad('0x00'), bytecode })
}
