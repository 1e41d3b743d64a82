import { type Abi, encodeDeployData, getCreate2Address, pad, toFunctionSelector, toFunctionSignature } from 'viem'
import { POOL_MANAGER, TREASURY } from '#devnet/addresses.ts'
import { type CompiledContract, compileContracts } from './compileContracts.ts'
import { CREATE2_DEPLOYER, mineSalt } from './mineSalt.ts'
import { writeGenerated } from './writeGenerated.ts'

// Compiles contracts/src and writes what the service needs of it, so that nothing compiles when it starts.

type File = { path: string; content: string }

/** The deployed contracts, whose interface and storage are pinned. */
const KEPT = ['Launchpad', 'LaunchToken', 'FeeSplit', 'FeeSplitFactory']
const HEADER = '// Written by `npm run contracts`; do not edit.\n'

const contracts = await compileContracts()
const finish = ({ path, content }: File) => writeGenerated(path, content)
await Promise.all([abiFile(), bytecodeFile(), interfaceSnapshot(), storageSnapshot()].map(finish))
await finish(await gasSnapshot())

function contract(name: string): CompiledContract {
  const compiled = contracts[name]
  if (!compiled) throw new Error(`contracts/src has no ${name}.`)
  return compiled
}

function abiFile(): File {
  const token = contract('LaunchToken').abi
  const constructors = contract('Launchpad').abi.filter((item) => item.type === 'constructor')
  // A sale that the token refuses reverts with the token's error.
  const passedOn = token.filter((item) => item.type === 'error' && item.name.startsWith('ERC20'))
  const abis = {
    launchpadAbi: [...constructors, ...contract('ILaunchpad').abi, ...passedOn],
    launchTokenAbi: token,
    feeSplitAbi: contract('FeeSplit').abi,
    feeSplitFactoryAbi: contract('FeeSplitFactory').abi,
  }
  const declarations = Object.entries(abis).map(
    ([name, abi]) =>
      `export const ${name} = [\n${abi.map((item) => `  ${JSON.stringify(item)},\n`).join('')}] as const\n`,
  )
  return { path: 'src/launchpad/contract/abi.ts', content: [HEADER, ...declarations].join('\n') }
}

function bytecodeFile(): File {
  const { abi, bytecode } = contract('Launchpad')
  const initCode = encodeDeployData({ abi, bytecode, args: [POOL_MANAGER, TREASURY] })
  const { salt, address } = mineSalt(initCode)
  const factory = contract('FeeSplitFactory')
  const factoryCode = encodeDeployData({ ...factory, args: [address] })
  const factoryAddress = getCreate2Address({ from: CREATE2_DEPLOYER, salt: pad('0x00'), bytecode: factoryCode })
  const content = `${HEADER}
/** Creation code of the launchpad; its constructor takes the addresses of the v4 pool manager and of the treasury. */
export const launchpadBytecode = '${bytecode}'

/** The launchpad on the development chain: \`salt\` and the creation code with these arguments, given to the CREATE2 deployer, lead to \`address\`. */
export const devnetLaunchpad = {
  poolManager: '${POOL_MANAGER}',
  treasury: '${TREASURY}',
  salt: '${salt}',
  address: '${address}',
} as const

/** Creation code of the factory of fee splits; its constructor takes the address of the launchpad. */
export const feeSplitFactoryBytecode = '${factory.bytecode}'

/** The factory of fee splits on the development chain, by the CREATE2 deployer and without a salt. */
export const devnetFeeSplitFactory = '${factoryAddress}'
`
  return { path: 'src/launchpad/contract/launchpad.generated.ts', content }
}

function interfaceSnapshot(): File {
  const content = Object.fromEntries(KEPT.map((name) => [name, describe(contract(name).abi)]))
  return { path: 'contracts/snapshots/interface.json', content: `${JSON.stringify(content, null, 2)}\n` }
}

/** One readable line for each function, event and error, with the selector of a function. */
function describe(abi: Abi): string[] {
  const lines = abi.flatMap((item) => {
    if (item.type === 'function')
      return [`${toFunctionSelector(item)} ${toFunctionSignature(item)} ${item.stateMutability}`]
    if (item.type === 'event' || item.type === 'error') {
      const inputs = item.inputs.map(
        (input) => `${input.type}${'indexed' in input && input.indexed ? ' indexed' : ''} ${input.name}`,
      )
      return [`${item.type} ${item.name}(${inputs.join(', ')})`]
    }
    return []
  })
  return lines.sort()
}

function storageSnapshot(): File {
  const content = Object.fromEntries(KEPT.map((name) => [name, contract(name).storage.map(place)]))
  return { path: 'contracts/snapshots/storage.json', content: `${JSON.stringify(content, null, 2)}\n` }
}

function place({ label, slot, offset, type }: CompiledContract['storage'][number]): string {
  return `slot ${slot} byte ${offset}: ${label} ${type.replaceAll(/\d+_storage/g, 'storage')}`
}

/** Measured with what was just written. */
async function gasSnapshot(): Promise<File> {
  const { measureGas } = await import('./measureGas.ts')
  const content = JSON.stringify(
    await measureGas(contract('Launchpad').bytecode, contract('FeeSplitFactory').bytecode),
    null,
    2,
  )
  return { path: 'contracts/snapshots/gas.json', content: `${content}\n` }
}
