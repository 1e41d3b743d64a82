import { once } from 'node:events'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EthereumProvider } from 'hardhat/types/providers'
import {
  type Address,
  bytesToHex,
  concat,
  custom,
  getCreate2Address,
  type Hex,
  toFunctionSelector,
  toHex,
  zeroAddress,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { ACCOUNTS, MNEMONIC } from '#devnet/accounts.ts'
import { POOL_MANAGER, V3_FACTORY, WETH } from '#devnet/addresses.ts'
import { createChain } from '#devnet/createChain.ts'
import { createRpcServer } from '#devnet/createRpcServer.ts'
import { deploy } from '#devnet/deploy.ts'
import { feeSplitFactoryOf } from '#launchpad/contract/feeSplitFactoryOf.ts'
import { deployLaunchpad } from '../../scripts/deploy.ts'
import { CREATE2_DEPLOYER } from '../../scripts/mineSalt.ts'
import { type Outcome, run } from '../../scripts/run.ts'
import type { Verification } from '../../scripts/verification.ts'

// The ways in which an operator uses the deploy script, each on its own chain.

const UNUSED_OK = ['--treasury-unused-ok']
const SCRIPT = fileURLToPath(new URL('../../scripts/deploy.ts', import.meta.url))
const UNUSED = '0x00000000000000000000000000000000000000aa'
const SAFE: Address = '0x0000000000000000000000000000000000005afe'
const TIMEOUT_MS = 600_000
const OPTIONS = { treasury: ACCOUNTS[7], poolManager: POOL_MANAGER, isUnusedTreasuryOk: true }

test('the script prints transactions that deploy, and then recognises what was deployed', async () => {
  const provider = await createDevnet()
  const lines: string[] = []
  const say = (line: string) => lines.push(line)
  const options = { ...OPTIONS, transport: custom(provider), say }
  expect(await deployLaunchpad(options)).toBeUndefined()
  for (const finding of [
    /chain 4663, block \d+/,
    /pool manager 0x.*opens a pool/,
    /treasury 0x.* 10000 ETH; NEVER USED/,
  ])
    expect(lines).toContainEqual(expect.stringMatching(finding))
  const transactions = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  expect(transactions).toHaveLength(2)
  for (const { to, data } of transactions) {
    const call = { from: ACCOUNTS[6], to, data, gas: '0xf00000' }
    await provider.request({ method: 'eth_sendTransaction', params: [call] })
  }
  const record = await deployLaunchpad(options)
  expect(record).toMatchObject({ treasury: ACCOUNTS[7] })
  expect(record?.feeSplitFactory).toBe(feeSplitFactoryOf(record?.address ?? zeroAddress))
})

test('only chain 4663 is planned for, unless another is named', async () => {
  const provider = await createDevnet()
  const transport = custom(answering(provider, 'eth_chainId', () => '0x1'))
  const options = { ...OPTIONS, transport, say: () => undefined }
  await expect(deployLaunchpad(options)).rejects.toThrow('serves chain 1, not 4663')
  const lines: string[] = []
  expect(await deployLaunchpad({ ...options, chainId: 1, say: (line) => lines.push(line) })).toBeUndefined()
  expect(lines).toContainEqual(expect.stringContaining('chain 1, block'))
})

test('a treasury contract is paid one wei from the launchpad’s address in a simulation, and only then accepted', async () => {
  const provider = await createDevnet()
  // Stops at once, and so keeps every payment.
  await provider.request({ method: 'hardhat_setCode', params: [SAFE, '0x00'] })
  const paid: unknown[] = []
  const transport = custom(
    answering(provider, 'eth_call', (answer, [call]) => {
      if ((call as { to?: string }).to?.toLowerCase() === SAFE) paid.push(call)
      return answer
    }),
  )
  const lines: string[] = []
  const options = { treasury: SAFE, poolManager: POOL_MANAGER, transport, say: (line: string) => lines.push(line) }
  expect(await deployLaunchpad(options)).toBeUndefined()
  const [, launchpad] = /launchpad (0x\w{40}): not there yet/.exec(lines.join('\n')) ?? []
  expect(paid).toEqual([expect.objectContaining({ from: launchpad, value: '0x1' })])
  expect(lines).toContainEqual(expect.stringMatching(/treasury 0x.*a contract of .*it accepts ETH/))
  await expect(deployLaunchpad({ ...options, treasury: V3_FACTORY })).rejects.toThrow('refuses ETH')
})

test(
  'the command refuses a treasury, a chain or a pool manager that could not work',
  async () => {
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
      expect(output).toMatch(expected)
      expect(code, output).not.toBe(0)
    }
  },
  TIMEOUT_MS,
)

test(
  'the command sends nothing without --yes, and then deploys and writes its record',
  async () => {
    const provider = await createDevnet()
    await using folder = await mkdtempDisposable(join(tmpdir(), 'deploy-'))
    const out = join(folder.path, 'made', 'launchpad.json')
    const head = () => provider.request({ method: 'eth_blockNumber' })
    const before = await head()
    const planned = await runCommand(provider, key(), ['--out', out, ...UNUSED_OK])
    expect(planned).toMatchObject({ code: 0, output: expect.stringContaining('Nothing was sent') })
    expect(await head()).toBe(before)
    const { code, output } = await runCommand(provider, key(), ['--out', out, ...UNUSED_OK, '--yes'])
    expect(code, output).toBe(0)
    expect(output).not.toContain(key().slice(2))
    const record = JSON.parse(await readFile(out, 'utf8'))
    expect(record).toMatchObject({ chainId: LAUNCH_CHAIN_ID, treasury: ACCOUNTS[7], transactions: [{}, {}] })
    expect(await provider.request({ method: 'eth_getCode', params: [record.address, 'latest'] })).not.toBe('0x')
    await checkVerification(out, record)
  },
  TIMEOUT_MS,
)

test('the command prints its usage, on request and when an option is missing', async () => {
  for (const [args, expected] of [
    [['--help'], 0],
    [[], 1],
  ] as const) {
    const { code, output } = await run(process.execPath, [SCRIPT, ...args], { isShown: false })
    expect(code, output).toBe(expected)
    expect(output).toMatch(/^Usage: .*--treasury.*DEPLOYER_KEY/s)
  }
})

test('the command says in few words why it failed, without the URL of the node', async () => {
  const { code, output } = await runCommand(await createDevnet(), `0x${'7'.repeat(64)}`, [...UNUSED_OK, '--yes'])
  expect(code).not.toBe(0)
  expect(output).toMatch(/funds/)
  expect(output).not.toMatch(/secret/)
  expect(output.length).toBeLessThanOrEqual(1_000)
})

test('the script refuses a launchpad that returns other values than planned', async () => {
  const provider = await createDevnet()
  const options = { ...OPTIONS, key: key(), isConfirmed: true, say: () => undefined }
  expect(await deployLaunchpad({ ...options, transport: custom(provider) })).toBeDefined()
  for (const signature of ['cfg()', 'poolManager()', 'treasury()', 'launchpad()']) {
    const transport = custom(lying(provider, toFunctionSelector(signature)))
    await expect(deployLaunchpad({ ...options, transport }), signature).rejects.toThrow()
  }
})

type Deployed = { address: Address; feeSplitFactory: Address; salt: Hex }
type Compiled = { contracts: { [path: string]: { [name: string]: { evm: { bytecode: { object: string } } } } } }

/**
 * The written input compiles without any file of this repository, and its code with the written constructor arguments is
 * what has these addresses.
 */
async function checkVerification(out: string, { address, feeSplitFactory, salt }: Deployed): Promise<void> {
  const read = async (kind: string) => JSON.parse(await readFile(out.replace('.json', `.${kind}.json`), 'utf8'))
  const solc = createRequire(import.meta.url)('solc') as { compile: (input: string) => string }
  const input = await read('standard-input')
  const { contracts: compiled }: Compiled = JSON.parse(solc.compile(JSON.stringify(input)))
  const { compiler, contracts } = await read('verification')
  expect(compiler).toMatch(/^v0\.8\.37\+commit\.[0-9a-f]{8}$/)
  expect(input.settings).toMatchObject({
    viaIR: true,
    optimizer: { enabled: true },
    metadata: { bytecodeHash: 'none' },
  })
  const addresses = (contracts as Verification[]).map(({ contract, constructorArguments }, index) => {
    const [path = '', name = ''] = contract.split(':')
    const bytecode = concat([`0x${compiled[path]?.[name]?.evm.bytecode.object}`, constructorArguments])
    return getCreate2Address({ from: CREATE2_DEPLOYER, salt: index === 0 ? salt : toHex(0, { size: 32 }), bytecode })
  })
  expect(addresses).toEqual([address, feeSplitFactory])
  expect((contracts as Verification[]).map((contract) => contract.address)).toEqual(addresses)
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

/** The chain, but one more in the last word of what the function with this selector returns. */
function lying(provider: EthereumProvider, selector: Hex): Pick<EthereumProvider, 'request'> {
  return answering(provider, 'eth_call', (answer, [call]) => {
    if ((call as { data?: Hex }).data !== selector) return answer
    return `0x${(BigInt(answer as Hex) + 1n).toString(16).padStart(String(answer).length - 2, '0')}`
  })
}

type Change = (answer: unknown, params: unknown[]) => unknown

/** The chain with another answer to one method. */
function answering(provider: EthereumProvider, method: string, change: Change): Pick<EthereumProvider, 'request'> {
  return {
    async request(call) {
      const answer = await provider.request(call)
      return call.method === method ? change(answer, Array.isArray(call.params) ? call.params : []) : answer
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
