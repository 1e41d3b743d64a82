import {
  type Address,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint256,
  parseAbi,
  parseAbiParameters,
  toHex,
  zeroAddress,
} from 'viem'
import { ACCOUNTS } from '#devnet/accounts.ts'
import { PERMIT2, POOL_MANAGER, POSITION_MANAGER, UNIVERSAL_ROUTER } from '#devnet/addresses.ts'
import { createChain } from '#devnet/createChain.ts'
import { deploy } from '#devnet/deploy.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { devnetLaunchpad } from '#launchpad/contract/launchpad.generated.ts'
import type { Upstream } from '../chain/rpcLies.ts'

export const FACTORY: Address = devnetLaunchpad.address
export { POOL_MANAGER }

export type Sending = { from: Address; to: Address; data: Hex; value?: bigint }

/** A chain in this process with every contract and no launches, for what needs many blocks quickly. */
export type LaunchChain = {
  upstream: Upstream
  accounts: readonly Address[]
  /** Mines one block with these transactions; those that revert are in it, without logs. */
  mine(sendings?: readonly Sending[]): Promise<void>
  /** Lets the chain's clock jump ahead before the next block. */
  wait(seconds: number): Promise<void>
  snapshot(): Promise<unknown>
  revert(id: unknown): Promise<void>
  head(): Promise<{ number: number; hash: string }>
  /** Every launch, as the contract itself sees it. */
  curves(): Promise<readonly Curve[]>
}

export type Curve = {
  token: Address
  status: number
  creator: Address
  pendingCreator: Address
  realEth: bigint
  sold: bigint
}

const GAS = toHex(1_500_000)
const GAS_MAX = toHex(1_000_000_000)
const routerAbi = parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline) payable'])
const swapParameters = parseAbiParameters([
  'Params params',
  'struct Params { PoolKey poolKey; bool zeroForOne; uint128 amountIn; uint128 amountOutMinimum; bytes hookData; }',
  'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
])
const permit2Abi = parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)'])
const managerAbi = parseAbi(['function modifyLiquidities(bytes unlockData, uint256 deadline) payable'])
const mintParameters = parseAbiParameters([
  'PoolKey poolKey, int24 tickLower, int24 tickUpper, uint256 liquidity, uint128 amount0Max, uint128 amount1Max, address owner, bytes hookData',
  'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
])

export async function startLaunchChain(): Promise<LaunchChain> {
  const provider = await createChain()
  await deploy(provider)
  const upstream: Upstream = (method, params) => provider.request({ method, params })
  const call = (data: Hex) => upstream('eth_call', [{ to: FACTORY, data, gas: GAS_MAX }, 'latest']) as Promise<Hex>
  await upstream('evm_setAutomine', [false])
  await upstream('evm_setBlockGasLimit', [GAS_MAX])
  return {
    upstream,
    accounts: ACCOUNTS.slice(0, 8),
    async mine(sendings = []) {
      for (const { value = 0n, ...sending } of sendings)
        await upstream('eth_sendTransaction', [{ ...sending, value: toHex(value), gas: GAS }])
      await upstream('evm_mine', [])
    },
    async wait(seconds) {
      await upstream('evm_increaseTime', [toHex(seconds)])
    },
    snapshot: () => upstream('evm_snapshot', []),
    async revert(id) {
      await upstream('evm_revert', [id])
    },
    async head() {
      const { number, hash } = (await upstream('eth_getBlockByNumber', ['latest', false])) as {
        number: Hex
        hash: string
      }
      return { number: Number(number), hash }
    },
    async curves() {
      const list = { abi: launchpadAbi, functionName: 'tokens', args: [0n, 10_000n] } as const
      const tokens = decodeFunctionResult({ ...list, data: await call(encodeFunctionData(list)) })
      const lens = { abi: launchpadAbi, functionName: 'curves', args: [tokens] } as const
      return decodeFunctionResult({ ...lens, data: await call(encodeFunctionData(lens)) })
    },
  }
}

/** The launch that was made last. */
export async function newestToken(chain: LaunchChain): Promise<Address> {
  return (await chain.curves()).at(-1)?.token as Address
}

type Launch = { name: string; symbol: string; value?: bigint }

export function create(from: Address, { name, symbol, value = 0n }: Launch): Sending {
  const data = encodeFunctionData({ abi: launchpadAbi, functionName: 'createToken', args: [name, symbol, 0n] })
  return { from, to: FACTORY, data, value }
}

type Options = { feeHolder?: Address; openingSeconds?: number; lockDays?: number }

/** A launch with metadata, and an opening, a lock or a holder of its fees where one is asked for. */
export function createWith(from: Address, { name, symbol, value = 0n }: Launch, chosen: Options = {}): Sending {
  const options = {
    metadataURI: 'ipfs://about',
    salt: toHex(0, { size: 32 }),
    referrer: ACCOUNTS[7],
    feeHolder: zeroAddress,
    openingSeconds: 0,
    lockDays: 0,
    ...chosen,
  }
  const args = [name, symbol, 0n, options] as const
  return {
    from,
    to: FACTORY,
    data: encodeFunctionData({ abi: launchpadAbi, functionName: 'createTokenWithOptions', args }),
    value,
  }
}

export function releaseLock(from: Address, token: Address): Sending {
  return {
    from,
    to: FACTORY,
    data: encodeFunctionData({ abi: launchpadAbi, functionName: 'releaseLock', args: [token] }),
  }
}

export function buy(from: Address, token: Address, value: bigint): Sending {
  const data = encodeFunctionData({ abi: launchpadAbi, functionName: 'buy', args: [token, 0n] })
  return { from, to: FACTORY, data, value }
}

export function buyFor(
  from: Address,
  token: Address,
  { recipient, value }: { recipient: Address; value: bigint },
): Sending {
  const args = [token, 0n, recipient, maxUint256] as const
  return { from, to: FACTORY, data: encodeFunctionData({ abi: launchpadAbi, functionName: 'buyFor', args }), value }
}

export function sell(from: Address, token: Address, amount: bigint): Sending {
  const data = encodeFunctionData({ abi: launchpadAbi, functionName: 'sell', args: [token, amount, 0n] })
  return { from, to: FACTORY, data }
}

export function transfer(from: Address, token: Address, { to, amount }: { to: Address; amount: bigint }): Sending {
  return { from, to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }) }
}

export function claim(from: Address, token: Address): Sending {
  const data = encodeFunctionData({ abi: launchpadAbi, functionName: 'claimCreatorFees', args: [token, from] })
  return { from, to: FACTORY, data }
}

export function claimForTreasury(from: Address, tokens: Address[]): Sending {
  const data = encodeFunctionData({ abi: launchpadAbi, functionName: 'claimTreasuryFees', args: [tokens] })
  return { from, to: FACTORY, data }
}

export function offerRight(from: Address, token: Address, to: Address): Sending {
  const data = encodeFunctionData({ abi: launchpadAbi, functionName: 'transferCreator', args: [token, to] })
  return { from, to: FACTORY, data }
}

export function acceptRight(from: Address, token: Address): Sending {
  return {
    from,
    to: FACTORY,
    data: encodeFunctionData({ abi: launchpadAbi, functionName: 'acceptCreator', args: [token] }),
  }
}

/** Buys in the pool of a graduated token, through the Universal Router. */
export function swapIn(from: Address, token: Address, value: bigint): Sending {
  return { from, to: UNIVERSAL_ROUTER, data: swap(token, { zeroForOne: true, amountIn: value }), value }
}

/** The same, with the tokens taken to the router first and swept from there to someone. */
export function swapInThroughRouter(
  from: Address,
  token: Address,
  { value, receiver }: { value: bigint; receiver: Address },
): Sending {
  const params = {
    poolKey: poolKeyOf(token),
    zeroForOne: true,
    amountIn: value,
    amountOutMinimum: 0n,
    hookData: '0x' as const,
  }
  const ROUTER_ITSELF = '0x0000000000000000000000000000000000000002'
  const swapped = encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), [
    '0x060c0e',
    [
      encodeAbiParameters(swapParameters, [params]),
      encodeAbiParameters(parseAbiParameters('address, uint256'), [zeroAddress, value]),
      encodeAbiParameters(parseAbiParameters('address, address, uint256'), [token, ROUTER_ITSELF, 0n]),
    ],
  ])
  const sweep = encodeAbiParameters(parseAbiParameters('address, address, uint256'), [token, receiver, 0n])
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: 'execute',
    args: ['0x1004', [swapped, sweep], maxUint256],
  })
  return { from, to: UNIVERSAL_ROUTER, data, value }
}

/** Sells in the pool of a graduated token, with the approvals it takes. */
export function swapOut(from: Address, token: Address, amount: bigint): Sending[] {
  const sale = { from, to: UNIVERSAL_ROUTER, data: swap(token, { zeroForOne: false, amountIn: amount }) }
  return [...approvals(from, token, UNIVERSAL_ROUTER), sale]
}

function swap(token: Address, { zeroForOne, amountIn }: { zeroForOne: boolean; amountIn: bigint }): Hex {
  const params = { poolKey: poolKeyOf(token), zeroForOne, amountIn, amountOutMinimum: 0n, hookData: '0x' as const }
  const amount = parseAbiParameters('address, uint256')
  const [paid, received] = zeroForOne ? [zeroAddress, token] : [token, zeroAddress]
  const input = encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), [
    '0x060c0f',
    [
      encodeAbiParameters(swapParameters, [params]),
      encodeAbiParameters(amount, [paid, amountIn]),
      encodeAbiParameters(amount, [received, 0n]),
    ],
  ])
  return encodeFunctionData({ abi: routerAbi, functionName: 'execute', args: ['0x10', [input], maxUint256] })
}

function poolKeyOf(token: Address) {
  return { currency0: zeroAddress, currency1: token, fee: 10_000, tickSpacing: 200, hooks: FACTORY }
}

/** Lets a contract take tokens through Permit2. */
function approvals(from: Address, token: Address, spender: Address): Sending[] {
  const approval = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [PERMIT2, maxUint256] })
  const args = [token, spender, 2n ** 160n - 1n, 2 ** 47] as const
  return [
    { from, to: token, data: approval },
    { from, to: PERMIT2, data: encodeFunctionData({ abi: permit2Abi, functionName: 'approve', args }) },
  ]
}

type Position = { tickLower: number; tickUpper: number; liquidity: bigint }

/** Adds a position of one's own to the pool of a graduated token; all of it must lie below the price, in tokens alone. */
export function addPosition(from: Address, token: Address, position: Position): Sending[] {
  const { tickLower, tickUpper, liquidity } = position
  const mint = encodeAbiParameters(mintParameters, [
    poolKeyOf(token),
    tickLower,
    tickUpper,
    liquidity,
    0n,
    2n ** 127n,
    from,
    '0x',
  ])
  const settle = encodeAbiParameters(parseAbiParameters('address, address'), [zeroAddress, token])
  const unlock = encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), ['0x020d', [mint, settle]])
  const data = encodeFunctionData({ abi: managerAbi, functionName: 'modifyLiquidities', args: [unlock, maxUint256] })
  return [...approvals(from, token, POSITION_MANAGER), { from, to: POSITION_MANAGER, data }]
}
