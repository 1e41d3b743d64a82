import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EthereumProvider } from 'hardhat/types/providers'
import { bytesToHex, custom, type Hex, toFunctionSelector } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { ACCOUNTS, MNEMONIC } from '#devnet/accounts.ts'
import { POOL_MANAGER } from '#devnet/addresses.ts'
import { createChain } from '#devnet/createChain.ts'
import { createRpcServer } from '#devnet/createRpcServer.ts'
import { deploy } from '#devnet/deploy.ts'
import { deployLaunchpad } from './deploy.ts'
import { type Outcome, run } from './run.ts'

// What an operator does with the deploy script, on a chain of its own each time. Each throws unless it went as it should.

const SCRIPT = fileURLToPath(new URL('deploy.ts', import.meta.url))
const silent = () => undefined

/** Prints a transaction, has another wallet send it, and recognises the result. */
export async function unsigned(): Promise<void> {
  const provider = await createDevnet()
  const lines: string[] = []
  const options = { transport: custom(provider), treasury: ACCOUNTS[5], poolManager: POOL_MANAGER }
  const say = (line: string) => lines.push(line)
  if (await deployLaunchpad({ ...options, say })) throw new Error('It deployed without a key.')
  const { to, data } = JSON.parse(lines.at(-1) ?? '')
  await provider.request({ method: 'eth_sendTransaction', params: [{ from: ACCOUNTS[6], to, data, gas: '0xf00000' }] })
  const record = await deployLaunchpad({ ...options, say })
  if (record?.treasury !== ACCOUNTS[5]) throw new Error('It did not recognise what was deployed.')
}

/** Runs the command with a key in its environment, and reads the file that it wrote. */
export async function command(): Promise<void> {
  const provider = await createDevnet()
  const folder = await mkdtemp(join(tmpdir(), 'deploy-'))
  try {
    const out = join(folder, 'made', 'launchpad.json')
    const { code, output } = await runCommand(provider, key(), ['--out', out])
    if (code !== 0) throw new Error(output)
    if (output.includes(key().slice(2))) throw new Error('It printed its key.')
    await checkRecord(provider, JSON.parse(await readFile(out, 'utf8')))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Says how it is called, when asked and when called without what it needs. */
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

/** Fails with a key that has no ETH, and says so without the transaction and without the node's URL, which may hold a secret. */
export async function failure(): Promise<void> {
  const { code, output } = await runCommand(await createDevnet(), `0x${'7'.repeat(64)}`, [])
  if (code === 0) throw new Error('It deployed without ETH.')
  if (!/funds/.test(output)) throw new Error(`It does not say why: ${output.slice(0, 500)}`)
  if (output.length > 1_000 || /secret/.test(output)) throw new Error(`It says too much: ${output.slice(0, 500)}`)
}

/** Refuses a launchpad that answers for one of its values with another. */
export async function verification(): Promise<void> {
  const provider = await createDevnet()
  const options = { treasury: ACCOUNTS[7], poolManager: POOL_MANAGER, key: key(), say: silent }
  await deployLaunchpad({ ...options, transport: custom(provider) })
  for (const signature of ['cfg()', 'poolManager()', 'treasury()']) {
    const transport = custom(lying(provider, toFunctionSelector(signature)))
    const verified = await deployLaunchpad({ ...options, transport }).catch(silent)
    if (verified) throw new Error(`It did not notice a wrong ${signature}.`)
  }
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
  const { address, transaction, chainId, treasury } = record
  const code = await provider.request({ method: 'eth_getCode', params: [address, 'latest'] })
  if (code === '0x' || chainId !== 4663 || treasury !== ACCOUNTS[7] || transaction === undefined)
    throw new Error(`The file does not say what was deployed: ${JSON.stringify(record)}`)
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
