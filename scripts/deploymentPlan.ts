import {
  type Address,
  concat,
  decodeFunctionResult,
  encodeDeployData,
  encodeFunctionData,
  formatEther,
  type Hex,
  isAddress,
  isAddressEqual,
  type PublicClient,
  parseAbi,
  zeroAddress,
} from 'viem'
import { CHAINS } from '#chain/chains.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { ORDER_CONDITION, ORDER_CONDITION_CODE } from '#core/orderCondition.generated.ts'
import { feeSplitFactoryAbi, launchpadAbi } from '#launchpad/contract/abi.ts'
import { pool } from '#launchpad/contract/Curve.ts'
import { feeSplitFactoryOf } from '#launchpad/contract/feeSplitFactoryOf.ts'
import { feeSplitFactoryBytecode, launchpadBytecode } from '#launchpad/contract/launchpad.generated.ts'
import { CREATE2_DEPLOYER, mineSalt } from './mineSalt.ts'

/** A contract to deploy: its address, whether it exists, and the calldata for the CREATE2 deployer. */
export type Step = { name: string; address: Address; isThere: boolean; to: Address; data: Hex }

/** The contracts to deploy, and what was read from the chain, in lines for the operator. */
export type Plan = {
  chainId: number
  poolManager: Address
  treasury: Address
  salt: Hex
  launchpad: Step
  feeSplitFactory: Step
  orderCondition: Step
  findings: string[]
}

/** The tick of the price at which every pool opens. */
const OPENING_TICK = 180_827
const NO_SALT: Hex = `0x${'00'.repeat(32)}`
const managerAbi = parseAbi([
  'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
  'function initialize(PoolKey key, uint160 sqrtPriceX96) returns (int24 tick)',
])

/** An address from the command line. Refuses the zero address and a wrong checksum. */
export function parseAddress(text: string, option: string): Address {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw new Error(`${option} must be 0x and 40 hexadecimal digits.`)
  if (!isAddress(text))
    throw new Error(
      `${option} ${text} has a wrong checksum: a digit is mistyped. Correct it; an address in lower case is not checked.`,
    )
  if (isAddressEqual(text, zeroAddress)) throw new Error(`${option} cannot be the zero address.`)
  return text
}

export type PlanOptions = {
  treasury: Address
  /** Default: the known one of the chain. */
  poolManager?: Address
  /** The only chain that is accepted. Default: 4663. */
  chainId?: number
  /** Accepts a treasury that is an account which has never sent a transaction. Default: false. */
  isUnusedTreasuryOk?: boolean
}

/** Reads the chain and plans the deployment. Throws if the launchpad could not work there. */
export async function planDeployment(client: PublicClient, options: PlanOptions): Promise<Plan> {
  const { treasury, poolManager: named, chainId: wanted = LAUNCH_CHAIN_ID } = options
  const chainId = await client.getChainId()
  if (chainId !== wanted)
    throw new Error(`The node serves chain ${chainId}, not ${wanted}. Name another chain with --chain.`)
  const known = CHAINS.find((chain) => chain.id === chainId)?.uniswap.v4?.poolManager
  const poolManager = named ?? known
  if (poolManager === undefined)
    throw new Error(`Chain ${chainId} has no known v4 pool manager. Name it with --pool-manager.`)
  if (isAddressEqual(treasury, poolManager))
    throw new Error('The treasury cannot be the pool manager: it could not claim.')
  const proxy = await codeOf(
    client,
    CREATE2_DEPLOYER,
    'the deterministic deployment proxy, which has to be deployed first',
  )
  const steps = await planSteps(client, poolManager, treasury)
  const isKnown = known !== undefined && isAddressEqual(known, poolManager)
  const findings = [
    `chain ${chainId}, block ${await client.getBlockNumber()}`,
    `deployment proxy ${CREATE2_DEPLOYER}: ${proxy} bytes of code`,
    `pool manager ${poolManager}: ${await inspectPoolManager(client, poolManager, steps.launchpad.address)}, ${isKnown ? 'the known one of this chain' : 'NOT one that is known on this chain'}`,
    `treasury ${treasury}: ${await inspectTreasury(client, options, steps.launchpad.address)}`,
    ...[steps.launchpad, steps.feeSplitFactory, steps.orderCondition].map(
      ({ name, address, isThere }) => `${name} ${address}: ${isThere ? 'is there' : 'not there yet'}`,
    ),
  ]
  return { chainId, poolManager, treasury, ...steps, findings }
}

async function planSteps(client: PublicClient, poolManager: Address, treasury: Address) {
  const args = [poolManager, treasury] as const
  const launchpadCode = encodeDeployData({ abi: launchpadAbi, bytecode: launchpadBytecode, args })
  const { salt, address } = mineSalt(launchpadCode)
  const splitArgs = [address] as const
  const splitCode = encodeDeployData({ abi: feeSplitFactoryAbi, bytecode: feeSplitFactoryBytecode, args: splitArgs })
  return {
    salt,
    launchpad: await stepOf(client, { name: 'launchpad', address, data: concat([salt, launchpadCode]) }),
    feeSplitFactory: await stepOf(client, {
      name: 'factory of fee splits',
      address: feeSplitFactoryOf(address),
      data: concat([NO_SALT, splitCode]),
    }),
    orderCondition: await stepOf(client, {
      name: 'condition of orders',
      address: ORDER_CONDITION,
      data: concat([NO_SALT, ORDER_CONDITION_CODE]),
    }),
  }
}

async function stepOf(client: PublicClient, step: Pick<Step, 'name' | 'address' | 'data'>): Promise<Step> {
  const isThere = (await client.getCode({ address: step.address })) !== undefined
  return { ...step, isThere, to: CREATE2_DEPLOYER }
}

/** Simulates opening a pool like ours: only a pool manager returns the tick of the price. */
async function inspectPoolManager(client: PublicClient, address: Address, other: Address): Promise<string> {
  const size = await codeOf(client, address, 'the v4 pool manager; name another with --pool-manager')
  const key = {
    currency0: zeroAddress,
    currency1: other,
    fee: pool.fee,
    tickSpacing: pool.tickSpacing,
    hooks: zeroAddress,
  }
  const call = { abi: managerAbi, functionName: 'initialize', args: [key, pool.sqrtPriceX96] } as const
  const tick = await client
    .call({ to: address, data: encodeFunctionData(call) })
    .then(({ data = '0x' }) => decodeFunctionResult({ ...call, data }))
    .catch(() => undefined)
  if (tick !== OPENING_TICK) throw new Error(`${address} is not a Uniswap v4 pool manager: it does not open a pool.`)
  return `${size} bytes of code, opens a pool`
}

/** The treasury can never be changed: it must be able to receive ETH, and someone must have its key. */
async function inspectTreasury(client: PublicClient, options: PlanOptions, launchpad: Address): Promise<string> {
  const { treasury: address, isUnusedTreasuryOk = false } = options
  const code = await client.getCode({ address })
  const balance = `${formatEther(await client.getBalance({ address }))} ETH`
  if (code !== undefined) {
    await simulatePayment(client, address, launchpad)
    return `a contract of ${sizeOf(code)} bytes, ${balance}; it accepts ETH`
  }
  const sent = await client.getTransactionCount({ address })
  if (sent === 0 && !isUnusedTreasuryOk)
    throw new Error(
      `The treasury ${address} has never sent a transaction on this chain. If you are sure that its key exists, pass --treasury-unused-ok.`,
    )
  return `an account without code, ${sent} transactions sent, ${balance}${sent === 0 ? '; NEVER USED on this chain' : ''}`
}

/** One wei from the launchpad's address, as a claim would send it. */
async function simulatePayment(client: PublicClient, treasury: Address, launchpad: Address): Promise<void> {
  const stateOverride = [{ address: launchpad, balance: 10n ** 18n }]
  await client.call({ account: launchpad, to: treasury, value: 1n, stateOverride }).catch((cause) => {
    throw new Error(`The treasury ${treasury} is a contract that refuses ETH: it could never be paid.`, { cause })
  })
}

async function codeOf(client: PublicClient, address: Address, what: string): Promise<number> {
  const code = await client.getCode({ address })
  if (code === undefined) throw new Error(`No code at ${address}: ${what}.`)
  return sizeOf(code)
}

function sizeOf(code: Hex): number {
  return (code.length - 2) / 2
}
