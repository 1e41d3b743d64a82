import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Abi, encodeDeployData, toFunctionSelector, toFunctionSignature } from 'viem'
import { POOL_MANAGER, TREASURY } from '#devnet/addresses.ts'
import { type CompiledContract, compileContracts } from './compileContracts.ts'
import { measureGas } from './measureGas.ts'
import { mineSalt } from './mineSalt.ts'

// Compiles contracts/src and writes what the service needs of it, so that nothing compiles when it starts.
// With --check it writes nothing and fails when a file is not what the sources give.

type File = { path: string; content: string }

const HEADER = '// Written by `npm run contracts`; do not edit.\n'

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const { ILaunchpad, Launchpad, LaunchToken } = await compileContracts()
if (!ILaunchpad || !Launchpad || !LaunchToken) throw new Error('contracts/src lacks the launchpad or its token.')
const files = [
  abiFile({ Launchpad, ILaunchpad, LaunchToken }),
  bytecodeFile(Launchpad),
  interfaceSnapshot(Launchpad, LaunchToken),
  storageSnapshot(Launchpad, LaunchToken),
  await gasSnapshot(Launchpad),
]
await Promise.all(files.map(values.check ? check : write))

function abiFile({ Launchpad, ILaunchpad, LaunchToken }: Record<string, CompiledContract>): File {
  const constructors = Launchpad?.abi.filter((item) => item.type === 'constructor') ?? []
  // A sale that the token refuses reverts with the token's error.
  const passedOn = LaunchToken?.abi.filter((item) => item.type === 'error' && item.name.startsWith('ERC20')) ?? []
  const launchpadAbi = [...constructors, ...(ILaunchpad?.abi ?? []), ...passedOn]
  const content = [
    HEADER,
    `export const launchpadAbi = ${JSON.stringify(launchpadAbi, null, 2)} as const\n`,
    `export const launchTokenAbi = ${JSON.stringify(LaunchToken?.abi, null, 2)} as const\n`,
  ]
  return { path: 'src/launchpad/abi.ts', content: content.join('\n') }
}

function bytecodeFile({ abi, bytecode }: CompiledContract): File {
  const initCode = encodeDeployData({ abi, bytecode, args: [POOL_MANAGER, TREASURY] })
  const { salt, address } = mineSalt(initCode)
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
`
  return { path: 'src/launchpad/launchpad.generated.ts', content }
}

function interfaceSnapshot(launchpad: CompiledContract, token: CompiledContract): File {
  const content = { Launchpad: describe(launchpad.abi), LaunchToken: describe(token.abi) }
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

function storageSnapshot(launchpad: CompiledContract, token: CompiledContract): File {
  const content = { Launchpad: launchpad.storage.map(place), LaunchToken: token.storage.map(place) }
  return { path: 'contracts/snapshots/storage.json', content: `${JSON.stringify(content, null, 2)}\n` }
}

function place({ label, slot, offset, type }: CompiledContract['storage'][number]): string {
  return `slot ${slot} byte ${offset}: ${label} ${type.replaceAll(/\d+_storage/g, 'storage')}`
}

async function gasSnapshot({ bytecode }: CompiledContract): Promise<File> {
  const content = JSON.stringify(await measureGas(bytecode), null, 2)
  return { path: 'contracts/snapshots/gas.json', content: `${content}\n` }
}

async function write({ path, content }: File): Promise<void> {
  await writeFile(path, content)
}

async function check({ path, content }: File): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => '')) === content) return
  process.stderr.write(`${path} is out of date. Run: npm run contracts\n`)
  process.exitCode = 1
}
