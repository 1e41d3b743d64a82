import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import {
  type Address,
  BaseError,
  concat,
  createPublicClient,
  createWalletClient,
  encodeDeployData,
  getAddress,
  type Hex,
  http,
  isAddressEqual,
  type PublicClient,
  type Transport,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { CHAINS } from '#chain/chains.ts'
import { launchpadAbi } from '#launchpad/abi.ts'
import { cfg } from '#launchpad/Curve.ts'
import { launchpadBytecode } from '#launchpad/launchpad.generated.ts'
import { CREATE2_DEPLOYER, mineSalt } from './mineSalt.ts'

const HELP = `Usage: npm run deploy -- --rpc <url> --treasury <address> [--pool-manager <address>] [--out <file>]

Prints the transaction that puts the launchpad on a chain, for any wallet to sign, or sends it with the key in
DEPLOYER_KEY. Once the contract is there, by whomever, it reads the constants back and writes the address to a file.

  --rpc           the node of the chain
  --treasury      who can claim the protocol's share of the fees, for ever
  --pool-manager  the Uniswap v4 pool manager; the known one of the chain unless said
  --out           the file; deployments/launchpad-<chainId>.json unless said`

/** Where the launchpad will stand, and the transaction that puts it there. */
type Plan = { poolManager: Address; treasury: Address; salt: Hex; address: Address; to: Address; data: Hex }

type Options = {
  transport: Transport
  treasury: Address
  poolManager?: Address
  key?: Hex
  say: (line: string) => void
}

/** What the file holds. */
type Record = {
  chainId: number
  address: Address
  poolManager: Address
  treasury: Address
  salt: Hex
  transaction?: Hex
}

/** Deploys, or says how to; the record of a launchpad that stands and was verified, else nothing. */
export async function deployLaunchpad(options: Options): Promise<Record | undefined> {
  const { transport, treasury, key, say } = options
  const client = createPublicClient({ transport })
  const chainId = await client.getChainId()
  const poolManager = options.poolManager ?? knownPoolManager(chainId)
  await requireCode(client, poolManager, 'the v4 pool manager; name another with --pool-manager')
  await requireCode(client, CREATE2_DEPLOYER, 'the deterministic deployment proxy, which has to be deployed first')
  const plan = planDeployment(poolManager, treasury)
  say(`The launchpad of chain ${chainId} with treasury ${treasury} stands at ${plan.address}.`)

  const isThere = (await client.getCode({ address: plan.address })) !== undefined
  if (!isThere && key === undefined) {
    say('Sign and send this transaction, then run the same command again:')
    say(JSON.stringify({ chainId, to: plan.to, data: plan.data, value: '0x0' }))
    return undefined
  }
  const sent = isThere || key === undefined ? undefined : await send(transport, plan, key)
  await verify(client, plan)
  say('Its constants, pool manager and treasury were read back and are right.')
  const { address, salt } = plan
  return { chainId, address, poolManager, treasury, salt, ...(sent && { transaction: sent }) }
}

function knownPoolManager(chainId: number): Address {
  const address = CHAINS.find((chain) => chain.id === chainId)?.uniswap.v4?.poolManager
  if (address === undefined)
    throw new Error(`No v4 pool manager is known on chain ${chainId}. Name it with --pool-manager.`)
  return address
}

async function requireCode(client: PublicClient, address: Address, what: string): Promise<void> {
  if ((await client.getCode({ address })) === undefined) throw new Error(`No code at ${address}: ${what}.`)
}

function planDeployment(poolManager: Address, treasury: Address): Plan {
  const args = [poolManager, treasury] as const
  const initCode = encodeDeployData({ abi: launchpadAbi, bytecode: launchpadBytecode, args })
  const { salt, address } = mineSalt(initCode)
  return { poolManager, treasury, salt, address, to: CREATE2_DEPLOYER, data: concat([salt, initCode]) }
}

async function send(transport: Transport, { to, data }: Plan, key: Hex): Promise<Hex> {
  const wallet = createWalletClient({ account: privateKeyToAccount(key), transport })
  const client = createPublicClient({ transport })
  const hash = await wallet.sendTransaction({ to, data, chain: null })
  const { status } = await client.waitForTransactionReceipt({ hash })
  if (status !== 'success') throw new Error(`The transaction ${hash} reverted.`)
  return hash
}

/** Throws unless the contract answers with the constants and addresses that it should have. */
async function verify(client: PublicClient, { address, poolManager, treasury }: Plan): Promise<void> {
  const contract = { address, abi: launchpadAbi }
  const constants = await client.readContract({ ...contract, functionName: 'cfg' })
  if (!isDeepStrictEqual(constants, Object.values(cfg))) throw new Error(`cfg() of ${address} is ${constants}.`)
  for (const [functionName, expected] of [
    ['poolManager', poolManager],
    ['treasury', treasury],
  ] as const) {
    const actual = await client.readContract({ ...contract, functionName })
    if (!isAddressEqual(actual, expected)) throw new Error(`${functionName}() of ${address} is ${actual}.`)
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rpc: { type: 'string' },
      treasury: { type: 'string' },
      'pool-manager': { type: 'string' },
      out: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return say(HELP)
  if (!values.rpc || !values.treasury) throw new Error(HELP)
  const key = process.env['DEPLOYER_KEY']
  if (key && !isKey(key)) throw new Error('DEPLOYER_KEY has to be 0x and 64 hexadecimal digits.')
  const record = await deployLaunchpad({
    transport: http(values.rpc),
    treasury: getAddress(values.treasury),
    ...(values['pool-manager'] && { poolManager: getAddress(values['pool-manager']) }),
    ...(key && { key: key as Hex }),
    say,
  })
  if (record) await write(values.out ?? `deployments/launchpad-${record.chainId}.json`, record)
}

async function write(path: string, record: Record): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `${JSON.stringify(record, null, 2)}\n`)
  say(`Wrote ${path}.`)
}

/** The message of an error; of the chain's not the rest, which is the whole transaction and the node's URL. */
function reason(error: Error): string {
  return error instanceof BaseError ? `${error.shortMessage} ${error.details}` : error.message
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function isKey(key: string): boolean {
  return /^0x[0-9a-fA-F]{64}$/.test(key)
}

if (import.meta.main) {
  await main().catch((error: Error) => {
    process.stderr.write(`${reason(error)}\n`)
    process.exitCode = 1
  })
}
