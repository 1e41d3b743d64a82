import { type Address, concat, getAddress, type Hex, keccak256, pad, toHex } from 'viem'

/** The deterministic deployment proxy: it creates whatever follows the salt in its calldata. */
export const CREATE2_DEPLOYER: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

const HOOK_MASK = 0x3fffn
const HOOK_FLAGS = 0x2000n

/** The first salt, counted from zero, whose address has the hook permission that the launchpad needs, and that address. */
export function mineSalt(initCode: Hex): { salt: Hex; address: Address } {
  const initCodeHash = keccak256(initCode)
  for (let counter = 0n; ; counter += 1n) {
    const salt = pad(toHex(counter))
    const hash = keccak256(concat(['0xff', CREATE2_DEPLOYER, salt, initCodeHash]))
    if ((BigInt(hash) & HOOK_MASK) === HOOK_FLAGS) return { salt, address: getAddress(`0x${hash.slice(-40)}`) }
  }
}
