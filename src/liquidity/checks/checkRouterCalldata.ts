import { zeroAddress } from 'viem'
import type { Decoded } from '#liquidity/calldata/decode.ts'
import { checkScalars, type Stated, wrong, type Zap } from './statedTerms.ts'

/** In the router's calldata this address means the router itself. */
const ROUTER = '0x0000000000000000000000000000000000000002'
const SWAP = 'SWAP_EXACT_IN_SINGLE'
const MINT = 'modifyLiquidities MINT_POSITION SETTLE SETTLE SWEEP SWEEP'
const ORDER = `execute ${SWAP} SETTLE TAKE ${MINT}`
const THROUGH = `execute ${SWAP} ${SWAP} SETTLE TAKE TAKE ${MINT}`

/** Throws unless a zap pays, swaps and mints as stated, and returns the rest of both tokens to the wallet. */
export function checkRouterCalldata(calls: readonly Decoded[], stated: Stated, zap: Zap): void {
  checkOrder(calls, zap)
  checkScalars(calls, stated)
  checkPaid(calls, stated, zap)
  const swaps = calls.filter(({ name }) => name === SWAP).map(({ args }) => args)
  const { paid, swap, first } = zap
  if (first) {
    checkSwap(swaps[0], first, paid.token)
    if (endsOf(swaps[0])[1] !== first.received.toLowerCase()) throw wrong(`it swaps for ${endsOf(swaps[0])[1]} first`)
  }
  checkSwap(swaps.at(-1), swap, first?.received ?? paid.token)
  checkTaken(calls, swaps, zap)
  checkMint(calls, stated, zap)
  checkRest(calls, stated, zap)
}

function checkOrder(calls: readonly Decoded[], { first }: Zap): void {
  const names = calls.map(({ name }) => name)
  const order = (first ? names : names.filter((name) => name !== 'PERMIT2_TRANSFER_FROM')).join(' ')
  if (order !== (first ? THROUGH : ORDER)) throw wrong(`it runs ${order}`)
}

function only(calls: readonly Decoded[], name: string): Decoded['args'] {
  return calls.find((call) => call.name === name)?.args ?? {}
}

// Everything that leaves the wallet: the value, or the two payments through Permit2.
function checkPaid(calls: readonly Decoded[], { value }: Stated, { paid, first }: Zap): void {
  const token = paid.token.toLowerCase()
  const settled = calls.filter(({ name, args }) => name === 'SETTLE' && args['payerIsUser'] === 1n)
  const taken = [...settled, ...calls.filter(({ name }) => name === 'PERMIT2_TRANSFER_FROM')]
  const stranger = taken.find(({ args }) => (args['currency'] ?? args['token']) !== token)
  if (stranger) throw wrong(`${stranger.name} takes another token`)
  const total = taken.reduce((sum, { args }) => sum + (args['amount'] as bigint), value)
  if (total !== paid.amount || (value > 0n && paid.token !== zeroAddress)) throw wrong(`it takes ${total}`)
  const { currency, amount } = only(calls, 'SETTLE')
  if (first && (currency !== token || amount !== paid.amount)) throw wrong('the first swap is not paid in full')
}

type Swapped = Decoded['args'] | undefined

function endsOf({ currency0, currency1, zeroForOne }: NonNullable<Swapped> = {}) {
  return zeroForOne === 1n ? [currency0, currency1] : [currency1, currency0]
}

function checkSwap(swapped: Swapped = {}, swap: Zap['swap'], paid: string): void {
  const { zeroForOne, amountIn, amountOutMinimum, offset, older, newer, last } = swapped
  const [spent] = endsOf(swapped)
  if (spent !== paid.toLowerCase()) throw wrong(`it swaps ${spent}`)
  if ((zeroForOne === 1n) !== swap.zeroForOne || amountIn !== swap.amountIn) throw wrong(`it swaps ${amountIn}`)
  if (amountOutMinimum !== swap.minimumOut) throw wrong(`the swap may return ${amountOutMinimum}`)
  if ([offset, older, newer, last].join() !== '32,320,320,0') throw wrong('the swap has another encoding')
}

// The token between two pools is taken last: the other one is in the manager already, and only the code of the last one
// is trusted.
function checkTaken(calls: readonly Decoded[], swaps: readonly Swapped[], { manager, first }: Zap): void {
  const [between, received] = endsOf(swaps.at(-1))
  const expected = [received, ...(first ? [between] : [])]
  const taken = calls.filter(({ name }) => name === 'TAKE').map(({ args }) => args)
  for (const [index, token] of expected.entries()) {
    const { currency, recipient, amount } = taken[index] ?? {}
    const kept = token === zeroAddress ? ROUTER : manager.toLowerCase()
    if (currency !== token || recipient !== kept || amount !== 0n) throw wrong(`${recipient} takes ${currency}`)
  }
}

function checkMint(calls: readonly Decoded[], { wallet }: Stated, { maxima }: Zap): void {
  const { owner, amount0Max, amount1Max, ...minted } = only(calls, 'MINT_POSITION')
  if (owner !== wallet.toLowerCase()) throw wrong(`the position belongs to ${owner}`)
  if (amount0Max !== maxima.amount0 || amount1Max !== maxima.amount1) throw wrong('the mint has other maxima')
  const swapped = calls.findLast(({ name }) => name === SWAP)?.args ?? {}
  const other = ['currency0', 'currency1', 'fee', 'tickSpacing', 'hooks'].find((part) => minted[part] !== swapped[part])
  if (other) throw wrong(`swap and mint differ in ${other}`)
}

// The manager pays with the funds it received, and the wallet gets the rest.
function checkRest(calls: readonly Decoded[], { wallet }: Stated, { manager }: Zap): void {
  const { currency0, currency1 } = only(calls, 'MINT_POSITION')
  const parked = calls.filter(({ name }) => name === 'PERMIT2_TRANSFER_FROM')
  if (parked.some(({ args }) => args['recipient'] !== manager.toLowerCase())) throw wrong('a stranger is paid')
  const inner = calls.slice(calls.findIndex(({ name }) => name === 'modifyLiquidities'))
  const settled = inner.filter(
    ({ name, args }) => name === 'SETTLE' && args['amount'] === 0n && args['payerIsUser'] === 0n,
  )
  const swept = inner.filter(({ name, args }) => name === 'SWEEP' && args['to'] === wallet.toLowerCase())
  for (const list of [settled, swept]) {
    if (list.map(({ args }) => args['currency']).join() !== [currency0, currency1].join()) throw wrong('a rest is left')
  }
}
