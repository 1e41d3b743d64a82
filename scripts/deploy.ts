import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import {
  type Address,
  BaseError,
  createPublicClient,
  createWalletClient,
  type Hex,
  http,
  isAddressEqual,
  type PublicClient,
  type Transport,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { feeSplitFactoryAbi, launchpadAbi } from '#launchpad/contract/abi.ts'
import { cfg } from '#launchpad/contract/Curve.ts'
import { type Plan, parseAddress, planDeployment, type Step } from './deploymentPlan.ts'

const HELP = `Usage: npm run deploy -- --rpc <url> --treasury <address> [--pool-manager <address>] [--out <file>]

Shows what it reads from the chain, then prints the transactions that put the launchpad and its factory of fee splits there,
for any wallet to sign, or sends them with the key in DEPLOYER_KEY. Once the contracts are there, by whomever, it reads
their constants back and writes the addresses to a file.

  --rpc           the node of the chain
  --treasury      the account that can claim the protocol's share of the fees; cannot be changed later
  --pool-manager  the Uniswap v4 pool manager. Default: the one of the chain
  --out           the output file. Default: deployments/launchpad-<chainId>.json`

type Options = {
  transport: Transport
  treasury: Address
  poolManager?: Address
  key?: Hex
  say: (line: string) => void
}

/** The content of the output file. */
type Record = {
  chainId: number
  address: Address
  feeSplitFactory: Address
  poolManager: Address
  treasury: Address
  salt: Hex
  transactions: Hex[]
}

/** Deploys, or prints the transaction to send; returns the record of a deployed and verified launchpad. */
export async function deployLaunchpad(options: Options): Promise<Record | undefined> {
  const { transport, key, say } = options
  const client = createPublicClient({ transport })
  const plan = await planDeployment(client, options)
  say('Read from the chain:')
  for (const finding of plan.findings) say(`  ${finding}`)

  const missing = [plan.launchpad, plan.feeSplitFactory].filter(({ isThere }) => !isThere)
  if (missing.length > 0 && key === undefined) {
    say('Sign and send each of these transactions, in this order, then run the same command again:')
    for (const { to, data } of missing) say(JSON.stringify({ chainId: plan.chainId, to, data, value: '0x0' }))
    return undefined
  }
  const transactions: Hex[] = []
  for (const step of missing) transactions.push(await send(transport, step, key as Hex))
  await verify(client, plan)
  say('Their constants, pool manager, treasury and launchpad were read back and are right.')
  const { chainId, launchpad, feeSplitFactory, poolManager, treasury, salt } = plan
  return {
    chainId,
    address: launchpad.address,
    feeSplitFactory: feeSplitFactory.address,
    poolManager,
    treasury,
    salt,
    transactions,
  }
}

async function send(transport: Transport, { to, data }: Step, key: Hex): Promise<Hex> {
  const wallet = createWalletClient({ account: privateKeyToAccount(key), transport })
  const client = createPublicClient({ transport })
  const hash = await wallet.sendTransaction({ to, data, chain: null })
  const { status } = await client.waitForTransactionReceipt({ hash })
  if (status !== 'success') throw new Error(`The transaction ${hash} reverted.`)
  return hash
}

/** Throws unless the contracts answer with the constants and addresses that they should have. */
async function verify(
  client: PublicClient,
  { launchpad, feeSplitFactory, poolManager, treasury }: Plan,
): Promise<void> {
  const contract = { address: launchpad.address, abi: launchpadAbi }
  const constants = await client.readContract({ ...contract, functionName: 'cfg' })
  if (!isDeepStrictEqual(constants, Object.values(cfg)))
    throw new Error(`cfg() of ${contract.address} is ${constants}.`)
  const factory = { address: feeSplitFactory.address, abi: feeSplitFactoryAbi }
  for (const [what, actual, expected] of [
    ['poolManager()', await client.readContract({ ...contract, functionName: 'poolManager' }), poolManager],
    ['treasury()', await client.readContract({ ...contract, functionName: 'treasury' }), treasury],
    ['launchpad()', await client.readContract({ ...factory, functionName: 'launchpad' }), launchpad.address],
  ] as const)
    if (!isAddressEqual(actual, expected)) throw new Error(`${what} is ${actual} instead of ${expected}.`)
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
  const poolManager = values['pool-manager']
  const record = await deployLaunchpad({
    transport: http(values.rpc),
    treasury: parseAddress(values.treasury, '--treasury'),
    ...(poolManager && { poolManager: parseAddress(poolManager, '--pool-manager') }),
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
