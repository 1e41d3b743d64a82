import { type Address, concat, encodeAbiParameters, getContractAddress, getCreate2Address, pad } from 'viem'
import { feeSplitFactoryBytecode } from './launchpad.generated.ts'

const CREATE2_DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** The address of this launchpad's fee split factory, on every chain where it is deployed. */
export function feeSplitFactoryOf(launchpad: Address): Address {
  const bytecode = concat([feeSplitFactoryBytecode, encodeAbiParameters([{ type: 'address' }], [launchpad])])
  return getCreate2Address({ from: CREATE2_DEPLOYER, salt: pad('0x00'), bytecode })
}

/** The code that every split delegates to. It is not a split: it has no accounts, and fees sent to it are lost. */
export function feeSplitImplementationOf(launchpad: Address): Address {
  return getContractAddress({ from: feeSplitFactoryOf(launchpad), nonce: 1n })
}
