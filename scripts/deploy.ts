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
  keccak256,
  type PublicClient,
  type Transport,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { feeSplitFactoryAbi, launchpadAbi } from '#launchpad/contract/abi.ts'
import { cfg } from '#launchpad/contract/Curve.ts'
import { type Plan, type PlanOptions, parseAddress, planDeployment, type Step } from './deploymentPlan.ts'
import { verificationOf } from './verification.ts'

const HELP = `Usage: npm run deploy -- --rpc <url> --treasury <address> [--yes] [options]

Reads the chain and prints the plan, then the unsigned transactions that deploy the launchpad, its factory of fee splits and
the condition of orders. With a key in DEPLOYER_KEY and --yes it sends them instead. Once the contracts exist, it reads their
constants back and writes a record, and the input with which explorers and Sourcify verify them.

  --rpc                 URL of a node of the chain
  --treasury            account that can claim the protocol's share of the fees; it can never be changed
  --yes                 send the transactions of the printed plan with DEPLOYER_KEY
  --chain               chain id. Default: 4663
  --pool-manager        Uniswap v4 pool manager. Default: the known one of the chain
  --treasury-unused-ok  accept a treasury that has never sent a transaction
  --out                 record file. Default: deployments/launchpad-<chainId>.json`

type Options = PlanOptions & {
  transport: Transport
  key?: Hex
  /** Sends the transactions; without it the plan is only printed. Default: false. */
  isConfirmed?: boolean
  say: (line: string) => void
}

/** The content of the record file. */
type Record = {
  chainId: number
  address: Address
  feeSplitFactory: Address
  poolManager: Address
  treasury: Address
  salt: Hex
  orderCondition: Address
  codeHashes: { launchpad: Hex; feeSplitFactory: Hex; orderCondition: Hex }
  transactions: Hex[]
}

/** Deploys, or prints what to sign. Returns the record once the contracts exist and are verified. */
export async function deployLaunchpad(options: Options): Promise<Record | undefined> {
  const { transport, key, say, isConfirmed = false } = options
  const client = createPublicClient({ transport })
  const plan = await planDeployment(client, options)
  say('Read from the chain:')
  for (const finding of plan.findings) say(`  ${finding}`)

  const missing = [plan.launchpad, plan.feeSplitFactory, plan.orderCondition].filter(({ isThere }) => !isThere)
  if (missing.length > 0 && !(key && isConfirmed)) {
    if (key) say('Nothing was sent. Check the plan, then run the same command with --yes; or sign these transactions.')
    else say('Sign and send each of these transactions, in this order, then run the same command again:')
    for (const { to, data } of missing) say(JSON.stringify({ chainId: plan.chainId, to, data, value: '0x0' }))
    return undefined
  }
  const transactions: Hex[] = []
  for (const step of missing) transactions.push(await send(transport, step, key as Hex))
  await verify(client, plan)
  say('Constants, pool manager, treasury and launchpad of the deployed contracts are as planned.')
  return recordOf(client, plan, transactions)
}

async function recordOf(client: PublicClient, plan: Plan, transactions: Hex[]): Promise<Record> {
  const { chainId, launchpad, feeSplitFactory, orderCondition, poolManager, treasury, salt } = plan
  const hashOf = async ({ address }: Step) => keccak256((await client.getCode({ address })) ?? '0x')
  return {
    chainId,
    address: launchpad.address,
    feeSplitFactory: feeSplitFactory.address,
    poolManager,
    treasury,
    salt,
    orderCondition: orderCondition.address,
    codeHashes: {
      launchpad: await hashOf(launchpad),
      feeSplitFactory: await hashOf(feeSplitFactory),
      orderCondition: await hashOf(orderCondition),
    },
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

/** Throws unless the contracts return the expected constants and addresses. */
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
      yes: { type: 'boolean', default: false },
      chain: { type: 'string', default: String(LAUNCH_CHAIN_ID) },
      'pool-manager': { type: 'string' },
      'treasury-unused-ok': { type: 'boolean', default: false },
      out: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return say(HELP)
  if (!values.rpc || !values.treasury) throw new Error(HELP)
  const key = process.env['DEPLOYER_KEY']
  if (!/^\d+$/.test(values.chain)) throw new Error('--chain must be a chain id, such as 4663.')
  if (key && !isKey(key)) throw new Error('DEPLOYER_KEY must be 0x and 64 hexadecimal digits.')
  const poolManager = values['pool-manager']
  const record = await deployLaunchpad({
    transport: http(values.rpc),
    treasury: parseAddress(values.treasury, '--treasury'),
    ...(poolManager && { poolManager: parseAddress(poolManager, '--pool-manager') }),
    chainId: Number(values.chain),
    isUnusedTreasuryOk: values['treasury-unused-ok'],
    isConfirmed: values.yes,
    ...(key && { key: key as Hex }),
    say,
  })
  if (record) await write(values.out ?? `deployments/launchpad-${record.chainId}.json`, record)
}

async function write(path: string, record: Record): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `${JSON.stringify(record, null, 2)}\n`)
  const { input, ...verification } = await verificationOf(record)
  const [settings, standardJson] = ['verification', 'standard-input'].map((kind) =>
    path.replace(/(\.json)?$/, `.${kind}.json`),
  )
  await writeFile(settings as string, `${JSON.stringify(verification, null, 2)}\n`)
  await writeFile(standardJson as string, JSON.stringify(input))
  say(`Wrote ${path}, ${settings} and ${standardJson}.`)
}

/** The message of an error, without the transaction and the node's URL that viem appends. */
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
