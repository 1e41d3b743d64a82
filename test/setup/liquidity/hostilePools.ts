import {
  type Address,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  parseAbi,
  zeroAddress,
} from 'viem'
import { contractOf, type Name } from './hostileContracts.ts'
import type { TestLp } from './lp.ts'

/** afterAddLiquidity, afterRemoveLiquidity, and the right to return a delta from both. */
export const TAKING_HOOK: Address = '0x7a4b000000000000000000000000000000000503'
const ABI = parseAbi([
  'function set(uint256 first, uint256 second)',
  'function arm(address target, bytes message, uint256 skipped)',
  'function setFree(uint256 amount)',
  'function spare(address friend)',
  'function mint(address to, uint256 amount)',
  'function aim(uint8 scope, address spot, bool hidden)',
  'function configure(uint256 free, uint256 tax, uint8 scope, address spot, bool hidden, address friend)',
  'function hide(bool on)',
  'function upgradeTo(address code)',
  'function init()',
  'function transfer(address to, uint256 amount)',
  'function sync()',
  'function addLiquidity(address, address, uint256, uint256, uint256, uint256, address, uint256)',
])

/** The least liquidity that opens a pair, and some. */
const DUST = 1100n

/** beforeInitialize. */
export const CALLING_HOOK: Address = '0x7a4b000000000000000000000000000000002000'

/** beforeAddLiquidity, of the same hook. */
export const CALLING_ON_DEPOSIT: Address = '0x7a4c000000000000000000000000000000000800'

/** Deploys the calling hook at an address that carries its permissions. */
export function placeCallingHook(lp: TestLp, address: Address = CALLING_HOOK): Promise<void> {
  return place(lp, address, 'CallingHook')
}

/** The same for the hook that takes. */
export function placeTakingHook(lp: TestLp): Promise<void> {
  return place(lp, TAKING_HOOK, 'TakingHook')
}

/** beforeAddLiquidity. */
export const HEAVY_HOOK: Address = '0x7a4b000000000000000000000000000000000800'

/** The same for the hook that spends gas. */
export function placeHeavyHook(lp: TestLp): Promise<void> {
  return place(lp, HEAVY_HOOK, 'HeavyHook')
}

/** A subscriber of v4 positions; one in the first place of \`set\` makes it refuse every change. */
export function deploySubscriber(lp: TestLp): Promise<Address> {
  return deploy(lp, 'Subscriber')
}

async function place(lp: TestLp, address: Address, name: Name): Promise<void> {
  await lp.devnet.client.setCode({ address, bytecode: contractOf(name).runtime })
}

type ContractCall = EncodeFunctionDataParameters<typeof ABI>

async function invoke(lp: TestLp, to: Address, args: ContractCall): Promise<void> {
  await lp.devnet.send(18, { to, data: encodeFunctionData(args as never) })
}

/** Sets the hook's shares of what is added and removed, or a token's tax and the scale of its balances; 10,000 is all. */
export function set(lp: TestLp, target: Address, [first, second]: readonly [number, number]): Promise<void> {
  return invoke(lp, target, { abi: ABI, functionName: 'set', args: [BigInt(first), BigInt(second)] })
}

/** Makes the hook take only outside simulations. */
export function hide(lp: TestLp, hook: Address): Promise<void> {
  return invoke(lp, hook, { abi: ABI, functionName: 'hide', args: [true] })
}

/** Makes a token keep a part, of 10,000, of those transfers alone that are larger than this. */
export async function taxAbove(lp: TestLp, token: Address, { free, tax }: { free: bigint; tax: number }) {
  await invoke(lp, token, { abi: ABI, functionName: 'setFree', args: [free] })
  await set(lp, token, [tax, 10_000])
}

/** The transfers that a token taxes: all, pulled ones, those of one address, or all on top of the amount. */
const SCOPES = { all: 0, pulled: 1, spot: 2, onTop: 3 } as const
type Aim = { scope: keyof typeof SCOPES; spot?: Address | undefined; isHidden?: boolean }

type Tax = Aim & { free: bigint; tax: number; friend?: Address | undefined }

/** Chooses the transfers that a token taxes; a hidden tax shows in no simulation. */
export function aim(lp: TestLp, token: Address, { scope, spot = zeroAddress, isHidden = false }: Aim): Promise<void> {
  return invoke(lp, token, { abi: ABI, functionName: 'aim', args: [SCOPES[scope], spot, isHidden] })
}

/** Sets everything about a token's tax at once. */
export function configure(
  lp: TestLp,
  token: Address,
  { free, tax, scope, spot = zeroAddress, isHidden = false, friend = zeroAddress }: Tax,
): Promise<void> {
  const args = [free, BigInt(tax), SCOPES[scope], spot, isHidden, friend] as const
  return invoke(lp, token, { abi: ABI, functionName: 'configure', args })
}

/** Makes a token keep nothing of what an account sends or gets. */
export function spare(lp: TestLp, token: Address, friend: Address): Promise<void> {
  return invoke(lp, token, { abi: ABI, functionName: 'spare', args: [friend] })
}

/** Gives a token another symbol or name. */
export async function rename(lp: TestLp, token: Address, texts: { name?: string; symbol?: string }): Promise<void> {
  for (const [index, text] of [texts.name, texts.symbol].entries()) {
    if (text !== undefined) await lp.devnet.client.setStorageAt({ address: token, index, value: shortText(text) })
  }
}

// A short string in Solidity's storage: its bytes, and twice their number in the last one.
function shortText(text: string): Hex {
  const bytes = Buffer.from(text)
  const word = Buffer.alloc(32)
  bytes.copy(word)
  word[31] = bytes.length * 2
  return `0x${word.toString('hex')}`
}

/** The amounts of a deposit by token. */
type Deposits = ReadonlyMap<Address, bigint>

/** Opens a v2 pair with dust, and donates so much that a deposit is worth almost two shares and gets one. */
export async function inflate(lp: TestLp, pair: Address, deposits: Deposits): Promise<void> {
  const thief = lp.devnet.account(18).address
  const router = lp.devnet.description.contracts.v2Router as Address
  const donations = [...deposits].map(([token, amount]) => [token, (amount * DUST * 10n) / 19n] as const)
  for (const [token, donation] of donations) {
    await invoke(lp, token, { abi: ABI, functionName: 'mint', args: [thief, donation + DUST] })
    const approval = { abi: erc20Abi, functionName: 'approve', args: [router, DUST] } as const
    await lp.devnet.send(18, { to: token, data: encodeFunctionData(approval) })
  }
  const [first, second] = [...deposits.keys()] as [Address, Address]
  const args = [first, second, DUST, DUST, 0n, 0n, thief, 1n << 40n] as const
  await invoke(lp, router, { abi: ABI, functionName: 'addLiquidity', args })
  for (const [token, donation] of donations) {
    await invoke(lp, token, { abi: ABI, functionName: 'transfer', args: [pair, donation] })
  }
  await invoke(lp, pair, { abi: ABI, functionName: 'sync' })
}

/** Makes a token call out during its next transfer, or a later one. */
export function arm(lp: TestLp, token: Address, call: { to: Address; data: Hex; skipped?: bigint }): Promise<void> {
  return invoke(lp, token, { abi: ABI, functionName: 'arm', args: [call.to, call.data, call.skipped ?? 0n] })
}

/** A token whose behaviour the test sets, with large balances of these accounts. */
export function deployWilfulToken(lp: TestLp, accounts: readonly number[]): Promise<Address> {
  return deployToken(lp, accounts, 'WilfulToken')
}

/** The same with a share for each balance. */
export function deployRebasingToken(lp: TestLp, accounts: readonly number[]): Promise<Address> {
  return deployToken(lp, accounts, 'RebasingToken')
}

/** A proxy of a token without a tax, and the upgrade that brings one. */
export async function deployUpgradeableToken(lp: TestLp, accounts: readonly number[]) {
  const [tame, wilful, token] = [
    await deploy(lp, 'TameToken'),
    await deploy(lp, 'WilfulToken'),
    await deploy(lp, 'UpgradeableToken'),
  ]
  await invoke(lp, token, { abi: ABI, functionName: 'upgradeTo', args: [tame] })
  await invoke(lp, token, { abi: ABI, functionName: 'init' })
  await mint(lp, token, accounts)
  return { token, upgrade: () => invoke(lp, token, { abi: ABI, functionName: 'upgradeTo', args: [wilful] }) }
}

async function deployToken(lp: TestLp, accounts: readonly number[], name: Name): Promise<Address> {
  const token = await deploy(lp, name)
  await mint(lp, token, accounts)
  return token
}

async function deploy(lp: TestLp, name: Name): Promise<Address> {
  const hash = await lp.devnet.wallet(18).sendTransaction({ data: contractOf(name).bytecode } as never)
  const { contractAddress } = await lp.devnet.client.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('The contract was not deployed.')
  return getAddress(contractAddress)
}

/** Enough for every deposit, on a token that anybody may mint. */
export async function mint(lp: TestLp, token: Address, accounts: readonly number[]): Promise<void> {
  for (const account of accounts) {
    const args = [lp.devnet.account(account).address, 10n ** 27n] as const
    await invoke(lp, token, { abi: ABI, functionName: 'mint', args })
  }
}
