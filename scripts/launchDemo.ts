import { parseArgs } from 'node:util'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  formatEther,
  type Hex,
  http,
  parseAbi,
  parseAbiParameters,
  parseEther,
  parseEventLogs,
  type Transport,
  zeroAddress,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { MNEMONIC } from '#devnet/accounts.ts'
import { PERMIT2, UNIVERSAL_ROUTER } from '#devnet/addresses.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import * as Curve from '#launchpad/contract/Curve.ts'
import { devnetLaunchpad } from '#launchpad/contract/launchpad.generated.ts'

// Launches a token on the development chain, trades it with two wallets to graduation, and swaps in its Uniswap v4 pool:
// npm run demo -- --rpc http://127.0.0.1:8545

type Say = (line: string) => void
type Call = { to: Address; data: Hex; value?: bigint }
type Wallet = Awaited<ReturnType<typeof createWallet>>

const PAD = devnetLaunchpad.address
const V4_SWAP = '0x10'
/** Swap an exact input in one pool, pay all of it, take all that comes out. */
const ACTIONS = '0x060c0f'
const LATER = 4_000_000_000n

const routerAbi = parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline) payable'])
const permit2Abi = parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)'])
const swapParameters = parseAbiParameters([
  '(PoolKey poolKey, bool zeroForOne, uint128 amountIn, uint128 amountOutMinimum, bytes hookData)',
  'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
])

/** Runs the whole life of a token and throws if a step does not do what was quoted. */
export async function launchDemo(transport: Transport, say: Say): Promise<void> {
  const creator = await createWallet(transport, 1)
  const trader = await createWallet(transport, 2)
  const token = await launch(creator, say)
  await trade(creator, trader, { token, say })
  await graduate(trader, token, say)
  await swapBothWays(trader, token, say)
  await claim(creator, token, say)
}

async function launch(creator: Wallet, say: Say): Promise<Address> {
  const value = parseEther('0.1')
  const expected = Curve.buyQuote(Curve.untouched, value).tokensOut
  const { events } = await creator.send(pad('createToken', ['Demo', 'DEMO', Curve.initialMinTokensOut(value)], value))
  const token = events.find((event) => event.eventName === 'TokenCreated')?.args.token ?? zeroAddress
  same('tokens of the initial buy', await creator.balance(token), expected)
  say(`launched ${token} with an initial buy of ${formatEther(value)} ETH for ${formatEther(expected)} tokens`)
  return token
}

async function trade(creator: Wallet, trader: Wallet, { token, say }: { token: Address; say: Say }): Promise<void> {
  const value = parseEther('1')
  const quote = Curve.buyQuote(await creator.state(token), value)
  await trader.send(pad('buy', [token, quote.tokensOut], value))
  same('tokens bought', await trader.balance(token), quote.tokensOut)
  say(`a second wallet bought ${formatEther(quote.tokensOut)} tokens for ${formatEther(value)} ETH`)

  const part = (await creator.balance(token)) / 2n
  await creator.send(pad('sell', [token, part, Curve.sellQuote(await creator.state(token), part).ethOut]))
  say(`the creator sold ${formatEther(part)} tokens without an approval`)

  await trader.send({
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [PAD, part] }),
  })
  await trader.send(pad('sell', [token, part, Curve.sellQuote(await creator.state(token), part).ethOut]))
  say(`the second wallet approved and sold ${formatEther(part)} tokens`)
}

async function graduate(trader: Wallet, token: Address, say: Say): Promise<void> {
  const value = parseEther('5')
  const { tokensOut, ethUsed, refund } = Curve.buyQuote(await trader.state(token), value)
  const { events } = await trader.send(pad('buy', [token, tokensOut], value))
  const graduated = events.find((event) => event.eventName === 'Graduated')
  if (!graduated) throw new Error('The token did not graduate.')
  same('price of the pool', graduated.args.sqrtPriceX96, Curve.pool.sqrtPriceX96)
  say(`the last buy used ${formatEther(ethUsed)} of ${formatEther(value)} ETH and got ${formatEther(refund)} back`)
  say(`graduated into the pool ${graduated.args.poolId}`)
}

async function swapBothWays(trader: Wallet, token: Address, say: Say): Promise<void> {
  const value = parseEther('0.5')
  const before = await trader.balance(token)
  await trader.send({ ...swap(token, true, value), value })
  const bought = (await trader.balance(token)) - before
  if (bought <= 0n) throw new Error('The swap bought nothing.')
  say(`swapped ${formatEther(value)} ETH for ${formatEther(bought)} tokens through the Universal Router`)

  await trader.send({
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [PERMIT2, bought] }),
  })
  const args = [token, UNIVERSAL_ROUTER, bought, Number(LATER)] as const
  await trader.send({ to: PERMIT2, data: encodeFunctionData({ abi: permit2Abi, functionName: 'approve', args }) })
  await trader.send(swap(token, false, bought))
  same('tokens after swapping them back', await trader.balance(token), before)
  say(`swapped ${formatEther(bought)} tokens back for ETH`)
}

async function claim(creator: Wallet, token: Address, say: Say): Promise<void> {
  const { events } = await creator.send(pad('claimCreatorFees', [token, creator.address]))
  const claimed = events.find((event) => event.eventName === 'FeesClaimed')?.args.amount ?? 0n
  if (claimed === 0n) throw new Error('The creator had nothing to claim.')
  say(`the creator claimed ${formatEther(claimed)} ETH of fees`)
  await creator.send(pad('claimTreasuryFees', [[token]]))
}

function pad(functionName: string, args: unknown[], value = 0n): Call {
  return { to: PAD, data: encodeFunctionData({ abi: launchpadAbi, functionName, args } as never), value }
}

/** A swap of exactly `amountIn` in the graduated pool, for the Universal Router. */
function swap(token: Address, zeroForOne: boolean, amountIn: bigint): Call {
  const poolKey = { currency0: zeroAddress, currency1: token, ...Curve.pool, hooks: PAD }
  const [paid, taken] = zeroForOne ? [zeroAddress, token] : [token, zeroAddress]
  const amounts = parseAbiParameters('address, uint256')
  const parameters = [
    encodeAbiParameters(swapParameters, [{ poolKey, zeroForOne, amountIn, amountOutMinimum: 1n, hookData: '0x' }]),
    encodeAbiParameters(amounts, [paid, amountIn]),
    encodeAbiParameters(amounts, [taken, 1n]),
  ]
  const input = encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), [ACTIONS, parameters])
  const data = encodeFunctionData({ abi: routerAbi, functionName: 'execute', args: [V4_SWAP, [input], LATER] })
  return { to: UNIVERSAL_ROUTER, data }
}

/** A wallet of the development chain's mnemonic, with what the demo does with one. */
async function createWallet(transport: Transport, addressIndex: number) {
  const account = mnemonicToAccount(MNEMONIC, { addressIndex })
  const client = createPublicClient({ transport, pollingInterval: 50 })
  const wallet = createWalletClient({ account, transport })
  return {
    address: account.address,
    async send(call: Call) {
      const hash = await wallet.sendTransaction({ ...call, chain: null })
      const { status, logs } = await client.waitForTransactionReceipt({ hash })
      if (status !== 'success') throw new Error(`The transaction ${hash} reverted.`)
      return { events: parseEventLogs({ abi: launchpadAbi, logs }) }
    },
    balance: (token: Address) =>
      client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [account.address] }),
    state: (token: Address) =>
      client.readContract({ address: PAD, abi: launchpadAbi, functionName: 'curve', args: [token] }),
  }
}

function same(what: string, actual: bigint, expected: bigint): void {
  if (actual !== expected) throw new Error(`${what}: ${actual} instead of ${expected}`)
}

async function main(): Promise<void> {
  const rpc = rpcFrom(process.argv.slice(2))
  if (rpc === undefined) {
    process.stderr.write(`${USAGE}\n`)
    process.exitCode = 1
  } else await launchDemo(http(rpc), (line) => process.stdout.write(`${line}\n`))
}

const USAGE = 'Start the service, then: npm run demo [-- --rpc http://127.0.0.1:8545]'

/** The chain to use; undefined when the arguments are none of ours. */
function rpcFrom(args: string[]): string | undefined {
  try {
    const { values } = parseArgs({ args, options: { rpc: { type: 'string', default: 'http://127.0.0.1:8545' } } })
    return URL.canParse(values.rpc) ? values.rpc : undefined
  } catch {
    return undefined
  }
}

if (import.meta.main) await main()
