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
import { feeSplitFactoryAbi, launchpadAbi } from '#launchpad/contract/abi.ts'
import { pool } from '#launchpad/contract/Curve.ts'
import { feeSplitFactoryOf } from '#launchpad/contract/feeSplitFactoryOf.ts'
import { feeSplitFactoryBytecode, launchpadBytecode } from '#launchpad/contract/launchpad.generated.ts'
import { CREATE2_DEPLOYER, mineSalt } from './mineSalt.ts'

/** A contract to put on the chain: its address, whether it is already deployed, and the data for the CREATE2 deployer. */
export type Step = { name: string; address: Address; isThere: boolean; to: Address; data: Hex }

/** What is to be deployed, and what the chain says about everything it rests on, in lines for the operator. */
export type Plan = {
  chainId: number
  poolManager: Address
  treasury: Address
  salt: Hex
  launchpad: Step
  feeSplitFactory: Step
  findings: string[]
}

/** The tick of the price at which every pool opens. */
const OPENING_TICK = 180_827
const NO_SALT: Hex = `0x${'00'.repeat(32)}`
const managerAbi = parseAbi([
  'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
  'function initialize(PoolKey key, uint160 sqrtPriceX96) returns (int24 tick)',
])

/** An address from the command line; the zero address and one whose checksum shows a mistyped digit are refused. */
export function parseAddress(text: string, option: string): Address {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw new Error(`${option} has to be 0x and 40 hexadecimal digits.`)
  if (!isAddress(text))
    throw new Error(
      `${option} ${text} has a wrong checksum: a digit is mistyped. All in lower case, it has no checksum.`,
    )
  if (isAddressEqual(text, zeroAddress)) throw new Error(`${option} cannot be the zero address.`)
  return text
}

/** Reads what the deployment rests on; throws where the launchpad could not work. */
export async function planDeployment(
  client: PublicClient,
  { treasury, poolManager: named }: { treasury: Address; poolManager?: Address },
): Promise<Plan> {
  const chainId = await client.getChainId()
  const known = CHAINS.find((chain) => chain.id === chainId)?.uniswap.v4?.poolManager
  const poolManager = named ?? known
  if (poolManager === undefined)
    throw new Error(`No v4 pool manager is known on chain ${chainId}. Name it with --pool-manager.`)
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
    `treasury ${treasury}: ${await inspectTreasury(client, treasury)}`,
    ...[steps.launchpad, steps.feeSplitFactory].map(
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
  }
}

async function stepOf(client: PublicClient, step: Pick<Step, 'name' | 'address' | 'data'>): Promise<Step> {
  const isThere = (await client.getCode({ address: step.address })) !== undefined
  return { ...step, isThere, to: CREATE2_DEPLOYER }
}

/** Has it open a pool like ours, in a call that changes nothing: only a pool manager answers with the tick of the price. */
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
  if (tick !== OPENING_TICK)
    throw new Error(`${address} is not a Uniswap v4 pool manager: it cannot initialize a pool.`)
  return `${size} bytes of code, opens a pool when asked to`
}

async function inspectTreasury(client: PublicClient, address: Address): Promise<string> {
  const code = await client.getCode({ address })
  const balance = `${formatEther(await client.getBalance({ address }))} ETH`
  if (code !== undefined) return `a contract of ${sizeOf(code)} bytes, ${balance}; it has to accept ETH`
  const sent = await client.getTransactionCount({ address })
  const doubt = sent === 0 ? '; NEVER USED on this chain: be sure that somebody has its key' : ''
  return `an account without code, ${sent} transactions sent, ${balance}${doubt}`
}

async function codeOf(client: PublicClient, address: Address, what: string): Promise<number> {
  const code = await client.getCode({ address })
  if (code === undefined) throw new Error(`No code at ${address}: ${what}.`)
  return sizeOf(code)
}

function sizeOf(code: Hex): number {
  return (code.length - 2) / 2
}
