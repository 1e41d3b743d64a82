import type { Address } from 'viem'
import type { Decoded } from '#liquidity/calldata/decode.ts'
import { checkScalars, type Stated, wrong, type ZapOut } from './statedTerms.ts'

/** In the router's calldata this address means the router itself. */
const ROUTER = '0x0000000000000000000000000000000000000002'
const WHOLE_BALANCE = 1n << 255n
const MAX_UINT128 = (1n << 128n) - 1n
const REMOVES = ['decreaseLiquidity']
const ENDS = ['collect', 'V3_SWAP_EXACT_IN']

/** Throws unless a withdrawal through the router collects and swaps everything, and pays the wallet as stated. */
export function checkZapOutCalldata(calls: readonly Decoded[], stated: Stated, zapOut: ZapOut): void {
  const { paidOut, isFees } = zapOut
  const expected = ['execute', ...(isFees ? [] : REMOVES), ...ENDS]
  const order = calls.map(({ name }) => name).join(' ')
  if (order !== [...expected, paidOut.isUnwrapped ? 'UNWRAP_WETH' : 'SWEEP_TOKEN'].join(' '))
    throw wrong(`it runs ${order}`)
  if (stated.value > 0n) throw wrong('its value takes from the wallet')
  checkScalars(calls, stated)
  const [collect, swap, payout] = calls.slice(-3).map(({ args }) => args)
  if (!isFees) checkRemoved(calls[1]?.args, zapOut)
  checkCollected(collect, stated)
  checkWholeSwap(swap, zapOut)
  checkPayout(payout, stated.wallet, paidOut)
}

export type Args = Decoded['args'] | undefined

function checkRemoved(decrease: Args, { minima }: ZapOut): void {
  const [least0, least1] = [decrease?.['amount0Min'], decrease?.['amount1Min']]
  if (least0 !== minima.amount0 || least1 !== minima.amount1) throw wrong('the removal has other minima')
}

export function checkCollected(collect: Args, stated: Stated): void {
  if (collect?.['recipient'] !== stated.to.toLowerCase()) throw wrong(`${collect?.['recipient']} collects`)
  const isWhole = collect['amount0Max'] === MAX_UINT128 && collect['amount1Max'] === MAX_UINT128
  if (!isWhole) throw wrong('a part is not collected')
}

export function checkWholeSwap(swap: Args, { swapped, paidOut }: Pick<ZapOut, 'swapped' | 'paidOut'>): void {
  const fee = swapped.fee.toString(16).padStart(6, '0')
  const path = [swapped.token.slice(2), fee, paidOut.token.slice(2)].join('').toLowerCase()
  if (swap?.['path'] !== path) throw wrong(`it swaps along ${swap?.['path']}`)
  if (swap['amountIn'] !== WHOLE_BALANCE || swap['payerIsUser'] !== 0n) throw wrong(`it swaps ${swap['amountIn']}`)
  if (swap['recipient'] !== ROUTER) throw wrong(`${swap['recipient']} gets the swap`)
}

export function checkPayout(payout: Args, wallet: Address, paidOut: ZapOut['paidOut']): void {
  const { token, recipient, amountMinimum } = payout ?? {}
  if (recipient !== wallet.toLowerCase()) throw wrong(`${recipient} is paid`)
  if (amountMinimum !== paidOut.atLeast) throw wrong(`it may pay ${amountMinimum}`)
  if (!paidOut.isUnwrapped && token !== paidOut.token.toLowerCase()) throw wrong(`it pays ${token}`)
}
