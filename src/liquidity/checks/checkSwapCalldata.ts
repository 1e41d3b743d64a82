import { zeroAddress } from 'viem'
import type { Decoded } from '#liquidity/calldata/decode.ts'
import { checkScalars, type Stated, type Swap, wrong } from './statedTerms.ts'

/** In the router's calldata this address means the router itself. */
const ROUTER = '0x0000000000000000000000000000000000000002'

type Args = Decoded['args']
type Read = {
  readonly path: readonly unknown[]
  readonly amountIn: unknown
  readonly least: unknown
  readonly to: unknown
}

/** Throws unless a swap takes and returns the stated amounts, in the stated pool, and pays the wallet. */
export function checkSwapCalldata(calls: readonly Decoded[], stated: Stated, swap: Swap): void {
  const order = calls.map(({ name }) => name).join(' ')
  const read = READERS[order]
  if (!read) throw wrong(`it runs ${order}`)
  checkScalars(calls, stated)
  const { path, amountIn, least, to } = read(
    calls.map(({ args }) => args),
    stated,
  )
  if (path.join() !== swap.path.join().toLowerCase()) throw wrong(`it swaps along ${path.join()}`)
  if (amountIn !== swap.paid.amount) throw wrong(`it swaps ${amountIn}`)
  if (least !== swap.received.atLeast) throw wrong(`the swap may return ${least}`)
  if (to !== stated.wallet.toLowerCase()) throw wrong(`${to} gets the swap`)
  const value = swap.paid.token === zeroAddress ? swap.paid.amount : 0n
  if (stated.value !== value) throw wrong(`its value is ${stated.value}`)
}

const READERS: Readonly<Record<string, (args: readonly Args[], stated: Stated) => Read>> = {
  'execute SWAP_EXACT_IN_SINGLE SETTLE TAKE': ([, swap = {}, settle = {}, take = {}]) => readV4(swap, settle, take),
  'execute V3_SWAP_EXACT_IN': ([, swap = {}], stated) => readV3(swap, stated, 1n),
  'execute WRAP_ETH V3_SWAP_EXACT_IN': ([, wrap = {}, swap = {}], stated) => {
    const isOwn = wrap['recipient'] === ROUTER && wrap['amount'] === stated.value && wrap['amount'] === swap['amountIn']
    if (!isOwn) throw wrong(`it wraps ${wrap['amount']}`)
    return readV3(swap, stated, 0n)
  },
  swapExactTokensForTokens: ([swap = {}]) => readV2(swap, swap['amountIn']),
  swapExactTokensForETH: ([swap = {}]) => readV2(swap, swap['amountIn']),
  swapExactETHForTokens: ([swap = {}], { value }) => readV2(swap, value),
}

function readV2({ path, amountOutMin, to }: Args, amountIn: unknown): Read {
  return { path: path as readonly string[], amountIn, least: amountOutMin, to }
}

/** Two addresses, with the pool's fee in between. */
function readV3(swap: Args, { terms }: Stated, payer: bigint): Read {
  const path = String(swap['path'])
  if (`0x${path}` !== String(terms?.['path']).toLowerCase()) throw wrong(`it swaps along ${path}`)
  if (swap['payerIsUser'] !== payer) throw wrong('another pays for the swap')
  const { amountIn, amountOutMinimum, recipient } = swap
  return { path: [`0x${path.slice(0, 40)}`, `0x${path.slice(46)}`], amountIn, least: amountOutMinimum, to: recipient }
}

/** Refuses a settlement or a take of another amount than the swap: it would leave a debt or funds behind. */
function readV4(swap: Args, settle: Args, take: Args): Read {
  const { currency0, currency1, zeroForOne, amountIn, amountOutMinimum, offset, older, newer, last } = swap
  const path = zeroForOne === 1n ? [currency0, currency1] : [currency1, currency0]
  if ([offset, older, newer, last].join() !== '32,320,320,0') throw wrong('the swap has another encoding')
  const isUser = path[0] === zeroAddress ? 0n : 1n
  const isSettled = settle['currency'] === path[0] && settle['amount'] === amountIn && settle['payerIsUser'] === isUser
  if (!isSettled) throw wrong(`it settles ${settle['amount']} of ${settle['currency']}`)
  if (take['currency'] !== path[1] || take['amount'] !== 0n) throw wrong(`it takes ${take['currency']}`)
  return { path, amountIn, least: amountOutMinimum, to: take['recipient'] }
}
