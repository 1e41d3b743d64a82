import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EthereumProvider } from 'hardhat/types/providers'
import { bytesToHex, custom, type Hex, toFunctionSelector, zeroAddress } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { ACCOUNTS, MNEMONIC } from '#devnet/accounts.ts'
import { POOL_MANAGER, V3_FACTORY, WETH } from '#devnet/addresses.ts'
import { createChain } from '#devnet/createChain.ts'
import { createRpcServer } from '#devnet/createRpcServer.ts'
import { deploy } from '#devnet/deploy.ts'
import { feeSplitFactoryOf } from '#launchpad/contract/feeSplitFactoryOf.ts'
import { launchpadBytecode } from '#launchpad/contract/launchpad.generated.ts'
import { deployLaunchpad } from './deploy.ts'
import { type Outcome, run } from './run.ts'

// The ways in which an operator uses the deploy script, each on its own chain. Each throws if the script misbehaves.

const UNUSED_OK = ['--treasury-unused-ok']
const SCRIPT = fileURLToPath(new URL('deploy.ts', import.meta.url))
const UNUSED = '0x00000000000000000000000000000000000000aa'
const silent = () => undefined

/** Prints the transactions after what it read, has another wallet send them, and recognises the result. */
export async function unsigned(): Promise<void> {
  const provider = await createDevnet()
  const lines: string[] = []
  const options = {
    transport: custom(provider),
    treasury: ACCOUNTS[5],
    poolManager: POOL_MANAGER,
    isUnusedTreasuryOk: true,
  }
  const say = (line: string) => lines.push(line)
  if (await deployLaunchpad({ ...options, say })) throw new Error('It deployed without a key.')
  for (const finding of [
    /chain 4663, block \d+/,
    /pool manager 0x.*opens a pool/,
    /treasury 0x.* 10000 ETH; NEVER USED/,
  ])
    if (!lines.some((line) => finding.test(line))) throw new Error(`It does not show ${finding}: ${lines.join('\n')}`)
  const transactions = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  if (transactions.length !== 2) throw new Error(`It prints ${transactions.length} transactions.`)
  for (const { to, data } of transactions) {
    const call = { from: ACCOUNTS[6], to, data, gas: '0xf00000' }
    await provider.request({ method: 'eth_sendTransaction', params: [call] })
  }
  const record = await deployLaunchpad({ ...options, say })
  if (record?.treasury !== ACCOUNTS[5]) throw new Error('It did not recognise what was deployed.')
  if (record.feeSplitFactory !== feeSplitFactoryOf(record.address)) throw new Error('The splits are elsewhere.')
}

/** Refuses a mistyped, empty, unused or unpayable treasury, another chain, and an address that is not a pool manager. */
export async function refusals(): Promise<void> {
  const provider = await createDevnet()
  const swapped = `${ACCOUNTS[7].slice(0, -1)}${ACCOUNTS[7].at(-1) === '1' ? '2' : '1'}`
  for (const [more, expected] of [
    [['--treasury', swapped], /--treasury .*wrong checksum/],
    [['--treasury', zeroAddress], /--treasury cannot be the zero address/],
    [['--treasury', '0x1234'], /40 hexadecimal digits/],
    [['--treasury', POOL_MANAGER], /cannot be the pool manager/],
    [['--treasury', V3_FACTORY], /refuses ETH/],
    [['--treasury', UNUSED], /never sent a transaction.*--treasury-unused-ok/],
    [['--chain', '1'], /serves chain 4663, not 1/],
    [['--chain', 'mainnet'], /must be a chain id/],
    [['--pool-manager', WETH], /not a Uniswap v4 pool manager/],
    [['--pool-manager', V3_FACTORY], /not a Uniswap v4 pool manager/],
    [['--pool-manager', ACCOUNTS[3]], /No code at/],
  ] as const) {
    const { code, output } = await runCommand(provider, key(), [...more])
    if (code === 0 || !expected.test(output)) throw new Error(`${more.join(' ')} ended with ${code}: ${output}`)
  }
}

/** Runs the command with a key in its environment, and reads the file that it wrote. */
export async function command(): Promise<void> {
  const provider = await createDevnet()
  const folder = await mkdtemp(join(tmpdir(), 'deploy-'))
  try {
    const out = join(folder, 'made', 'launchpad.json')
    const planned = await runCommand(provider, key(), ['--out', out, ...UNUSED_OK])
    if (planned.code !== 0 || !/Nothing was sent/.test(planned.output))
      throw new Error(`Sent without --yes: ${planned.output}`)
    const { code, output } = await runCommand(provider, key(), ['--out', out, ...UNUSED_OK, '--yes'])
    if (code !== 0) throw new Error(output)
    if (output.includes(key().slice(2))) throw new Error('It printed its key.')
    await checkRecord(provider, JSON.parse(await readFile(out, 'utf8')))
    await checkVerification(out)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Prints its usage, on request and when an option is missing. */
export async function help(): Promise<void> {
  for (const [args, expected] of [
    [['--help'], 0],
    [[], 1],
  ] as const) {
    const { code, output } = await run(process.execPath, [SCRIPT, ...args], { isShown: false })
    if (code !== expected) throw new Error(`It ended with ${code}: ${output}`)
    if (!/^Usage: .*--treasury.*DEPLOYER_KEY/s.test(output)) throw new Error(`It does not say how: ${output}`)
  }
}

/** Fails with a key that has no ETH, and reports it without the transaction and the node's URL, which may hold a secret. */
export async function failure(): Promise<void> {
  const { code, output } = await runCommand(await createDevnet(), `0x${'7'.repeat(64)}`, [...UNUSED_OK, '--yes'])
  if (code === 0) throw new Error('It deployed without ETH.')
  if (!/funds/.test(output)) throw new Error(`It does not say why: ${output.slice(0, 500)}`)
  if (output.length > 1_000 || /secret/.test(output)) throw new Error(`It says too much: ${output.slice(0, 500)}`)
}

/** Refuses a launchpad that returns another value than planned. */
export async function verification(): Promise<void> {
  const provider = await createDevnet()
  const options = {
    treasury: ACCOUNTS[7],
    poolManager: POOL_MANAGER,
    key: key(),
    isConfirmed: true,
    isUnusedTreasuryOk: true,
    say: silent,
  }
  await deployLaunchpad({ ...options, transport: custom(provider) })
  for (const signature of ['cfg()', 'poolManager()', 'treasury()', 'launchpad()']) {
    const transport = custom(lying(provider, toFunctionSelector(signature)))
    const verified = await deployLaunchpad({ ...options, transport }).catch(silent)
    if (verified) throw new Error(`It did not notice a wrong ${signature}.`)
  }
}

/** The sources compile to the deployed bytecode without any file of this repository. */
async function checkVerification(out: string): Promise<void> {
  const read = async (kind: string) => JSON.parse(await readFile(out.replace('.json', `.${kind}.json`), 'utf8'))
  const solc = createRequire(import.meta.url)('solc') as { compile: (input: string) => string }
  const output = JSON.parse(solc.compile(JSON.stringify(await read('standard-input'))))
  const { object } = output.contracts['contracts/src/Launchpad.sol'].Launchpad.evm.bytecode
  if (`0x${object}` !== launchpadBytecode) throw new Error('The standard JSON input compiles to other bytecode.')
  const { compiler, contracts } = await read('verification')
  if (!/^v0\.8\.37\+commit\.[0-9a-f]{8}$/.test(compiler) || contracts.length !== 2)
    throw new Error(`Wrong settings: ${compiler}`)
}

/** The script as a process, on this chain behind an URL that holds a secret. */
async function runCommand(provider: EthereumProvider, deployerKey: Hex, more: string[]): Promise<Outcome> {
  const server = createRpcServer(provider, []).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const rpc = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret`
  const args = [SCRIPT, '--rpc', rpc, '--treasury', ACCOUNTS[7], '--pool-manager', POOL_MANAGER, ...more]
  const outcome = await run(process.execPath, args, { env: { DEPLOYER_KEY: deployerKey }, isShown: false })
  server.close()
  server.closeAllConnections()
  return outcome
}

async function checkRecord(provider: EthereumProvider, record: Record<string, unknown>): Promise<void> {
  const { address, transactions, chainId, treasury } = record
  const code = await provider.request({ method: 'eth_getCode', params: [address, 'latest'] })
  if (
    code === '0x' ||
    chainId !== LAUNCH_CHAIN_ID ||
    treasury !== ACCOUNTS[7] ||
    !Array.isArray(transactions) ||
    transactions.length !== 2
  )
    throw new Error(`The record differs from the deployment: ${JSON.stringify(record)}`)
}

/** The chain, but one more in the last word of what the function with this selector returns. */
function lying(provider: EthereumProvider, selector: Hex): Pick<EthereumProvider, 'request'> {
  return {
    async request(call) {
      const answer = await provider.request(call)
      const [first] = Array.isArray(call.params) ? call.params : []
      if (call.method !== 'eth_call' || first?.data !== selector) return answer
      return `0x${(BigInt(answer as Hex) + 1n).toString(16).padStart(String(answer).length - 2, '0')}`
    },
  }
}

function key(): Hex {
  return bytesToHex(mnemonicToAccount(MNEMONIC, { addressIndex: 6 }).getHdKey().privateKey ?? new Uint8Array())
}

async function createDevnet(): Promise<EthereumProvider> {
  const provider = await createChain()
  await deploy(provider)
  return provider
}
