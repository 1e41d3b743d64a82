import * as bytecode from '@metamask/delegation-abis/bytecode'
import { encodeAbiParameters, getCreate2Address, type Hex, stringToHex } from 'viem'
import { FRAMEWORK, type FrameworkContract } from '#core/delegationFramework.ts'
import { CREATE2_DEPLOYER } from '#devnet/addresses.ts'
import { writeGenerated } from './writeGenerated.ts'

// Writes the creation code of the Delegation Framework into src/devnet/delegation.generated.ts. The published package was
// compiled again after the deployment, and differs from it in the hash of the compiler's metadata alone; the hashes below
// are those of the deployment. The CREATE2 address of the result must be the canonical one, which proves every byte.

const METADATA: Record<FrameworkContract, string> = {
  DelegationManager: 'c2284ea0163aafd9aee402e7645e9db93d0c27667921732dd0458883520a4752',
  EIP7702StatelessDeleGator: 'd057b8f9a4d5cb46c51c1004ce8cae8dcd3c06323da26ccdfd3dd38584a43adb',
  AllowedCalldataEnforcer: '860b8be6a7e9f218173e7b97e4f7d5d6522ab0118af89a815fcf60520e952ed4',
  AllowedMethodsEnforcer: '9b5da9243dcd3815a06d34a51586ce02e6c67b993be22c2b463556cf3e0f77b4',
  AllowedTargetsEnforcer: 'c8822d4c7275ef8dedf0f20285c1cb5687e2081aef67716a170ae9a2f3de5001',
  ERC20BalanceChangeEnforcer: '965799d5fdbdef45c46d045e9c377c23116f420861da1b7353b41ac029878d99',
  LimitedCallsEnforcer: '2c3f46b0859baa05ad68ac999840f0730e6a8b3553b600a51784470af7b87c1d',
  NativeBalanceChangeEnforcer: '2bb236cbc18974df435e7453fa88fa7b66f55863b7380c990af748c9a075fb09',
  NativeTokenPeriodTransferEnforcer: 'd41e667da8d747979e7ed7f05af656310d3eb3029c9d0c8a63a248703010d506',
  NonceEnforcer: 'a9f5ef425adf403ab9ba4e7eb77d33d90a09d017b94aa31d1c936c4da108e6f0',
  RedeemerEnforcer: '1039fbe92afb704ab10dbd45ad43e2b1c4bae1a3a861fb6009a942c305971f67',
  TimestampEnforcer: '937c24aea9e01f448cb62e2b3be0bdd7f808e5688cca18b12ff45cb1dabdc7b0',
  ValueLteEnforcer: 'aaa65c38bf913adb3b6476a0d2d501b6b9e881c6a33b33b16dd8081cbc1b61ce',
}

/** The framework's own multisig, which may pause redemptions and nothing else. */
const MANAGER_OWNER = '0xB0403B32f54d0Bd752113f4009e8B534C6669f44'
const ENTRY_POINT = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
const ARGUMENTS: Partial<Record<FrameworkContract, readonly Hex[]>> = {
  DelegationManager: [MANAGER_OWNER],
  EIP7702StatelessDeleGator: [FRAMEWORK.DelegationManager, ENTRY_POINT],
}

const PUBLISHED = new Map(Object.entries(bytecode))
const SALT = stringToHex('GATOR', { size: 32 })
const HASH_PREFIX = 'a2646970667358221220'
const HASH_DIGITS = 64

await writeGenerated('src/devnet/delegation.generated.ts', render())

function render(): string {
  const names = Object.keys(FRAMEWORK) as FrameworkContract[]
  const entries = names.map((name) => `  ${name}: '${creationCode(name)}',\n`)
  return `// Written by scripts/writeDelegation.ts from @metamask/delegation-abis (MIT-0 or Apache-2.0); do not edit.

/** The salt of every contract. */
export const DELEGATION_SALT = '${SALT}'

/** Creation code with the constructor's arguments. */
export const delegationBytecode = {
${entries.join('')}} as const
`
}

function creationCode(name: FrameworkContract): Hex {
  const published = PUBLISHED.get(name) ?? ''
  const start = published.lastIndexOf(HASH_PREFIX) + HASH_PREFIX.length
  const code = `${published.slice(0, start)}${METADATA[name]}${published.slice(start + HASH_DIGITS)}${argumentsOf(name)}`
  const address = getCreate2Address({ from: CREATE2_DEPLOYER, salt: SALT, bytecode: code as Hex })
  if (address !== FRAMEWORK[name])
    throw new Error(`The published ${name} belongs at ${address}, not at ${FRAMEWORK[name]}.`)
  return code as Hex
}

function argumentsOf(name: FrameworkContract): string {
  const list = ARGUMENTS[name] ?? []
  return encodeAbiParameters(
    list.map(() => ({ type: 'address' })),
    list,
  ).slice(2)
}
