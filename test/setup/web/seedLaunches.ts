import { type Address, decodeEventLog, encodeFunctionData, type Hex, numberToHex, parseEther } from 'viem'
import { launchpadAbi, launchTokenAbi } from '#launchpad/contract/abi.ts'

/** Launches with their buys and sales; enough for every column of the list. */
const LAUNCHES = [
  { name: 'Capstan', symbol: 'CAPS', first: '0.05', buys: ['0.4', '0.9', '3'], sells: 0 },
  { name: 'Plimsoll', symbol: 'PLIM', first: '0.02', buys: ['0.3', '0.8', '0.7', '0.8'], sells: 1 },
  { name: 'Drydock', symbol: 'DRYD', first: '0', buys: ['0.5', '0.6', '0.5', '0.4'], sells: 1 },
  { name: 'Harbour', symbol: 'HRBR', first: '0.03', buys: ['0.2', '0.35', '0.5', '0.6', '0.4'], sells: 2 },
  { name: 'Bilge Cat', symbol: 'BILGE', first: '0.1', buys: ['0.2', '0.15'], sells: 1 },
  { name: 'Foghorn', symbol: 'FOG', first: '0.12', buys: ['0.08'], sells: 0 },
  { name: 'Fog Signal', symbol: 'FOG', first: '0', buys: ['0.11', '0.3'], sells: 1 },
  { name: 'Sextant', symbol: 'SXT', first: '0.01', buys: ['0.05', '0.06', '0.04'], sells: 1 },
  { name: 'Mudlark', symbol: 'MUDL', first: '0.05', buys: [], sells: 0 },
  { name: 'Kittiwake', symbol: 'KITTI', first: '0', buys: [], sells: 0 },
] as const

type Rpc = (method: string, params: unknown[]) => Promise<unknown>
type Sending = { from: Address; to: Address; data: Hex; value?: bigint }
type Receipt = { status: Hex; logs: { data: Hex; topics: [Hex, ...Hex[]] }[] }
type Options = { rpcUrl: string; factory: Address; pauseMs?: number }

/** A way to call the devnet, whose accounts are unlocked. */
export function rpcAt(url: string): Rpc {
  return async (method, params) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
}

/** Sends from an unlocked account and gives the receipt; the devnet mines at once. */
export async function send(rpc: Rpc, { from, to, data, value = 0n }: Sending): Promise<Receipt> {
  const hash = await rpc('eth_sendTransaction', [{ from, to, data, value: numberToHex(value), gas: '0x2dc6c0' }])
  const receipt = (await rpc('eth_getTransactionReceipt', [hash])) as Receipt | null
  if (receipt?.status !== '0x1') throw new Error(`A transaction of the seed failed: ${hash}`)
  return receipt
}

/** Launches a token with a first buy; gives its address. */
export async function launch(
  rpc: Rpc,
  at: { factory: Address; from: Address },
  what: { name: string; symbol: string; value: bigint },
): Promise<Address> {
  const data = encodeFunctionData({
    abi: launchpadAbi,
    functionName: 'createToken',
    args: [what.name, what.symbol, 0n],
  })
  const { logs } = await send(rpc, { from: at.from, to: at.factory, data, value: what.value })
  for (const log of logs) {
    try {
      const { eventName, args } = decodeEventLog({ abi: launchpadAbi, ...log })
      if (eventName === 'TokenCreated') return args.token
    } catch {
      // An event of the token itself.
    }
  }
  throw new Error('The launch has no TokenCreated event.')
}

export function buy(
  token: Address,
  { from, factory, value }: { from: Address; factory: Address; value: bigint },
): Sending {
  return {
    from,
    to: factory,
    value,
    data: encodeFunctionData({ abi: launchpadAbi, functionName: 'buy', args: [token, 0n] }),
  }
}

/** Fills a devnet with launches that look like life; gives their addresses by symbol, the newer of two alike. */
export async function seedLaunches({ rpcUrl, factory, pauseMs = 0 }: Options): Promise<Record<string, Address>> {
  const rpc = rpcAt(rpcUrl)
  const accounts = (await rpc('eth_accounts', [])) as Address[]
  const account = (index: number) => accounts[3 + (index % 12)] as Address
  const found: Record<string, Address> = {}
  for (const [index, { name, symbol, first, buys, sells }] of LAUNCHES.entries()) {
    const token = await launch(rpc, { factory, from: account(index) }, { name, symbol, value: parseEther(first) })
    found[symbol] = token
    for (const [turn, value] of buys.entries()) {
      await send(rpc, buy(token, { from: account(index + turn + 1), factory, value: parseEther(value) }))
      if (turn < sells) await sellHalf(rpc, { token, factory, from: account(index + turn + 1) })
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  return found
}

async function sellHalf(
  rpc: Rpc,
  { token, factory, from }: { token: Address; factory: Address; from: Address },
): Promise<void> {
  const data = encodeFunctionData({ abi: launchTokenAbi, functionName: 'balanceOf', args: [from] })
  const half = BigInt((await rpc('eth_call', [{ to: token, data }, 'latest'])) as Hex) / 2n
  await send(rpc, {
    from,
    to: factory,
    data: encodeFunctionData({ abi: launchpadAbi, functionName: 'sell', args: [token, half, 0n] }),
  })
}
