import { readKept } from '../../keptList.ts'
import { createStore } from '../../store.ts'

/** Settings of the trade box, kept in this browser. */
type TradeSettings = {
  slippageBps: number
  /** The quick amounts of a buy, in ETH. */
  amounts: readonly string[]
  /** Buys up to this many ETH open the wallet without a click in the review. */
  directMax: string
}

const KEPT = 'slipway.trade'
/** More than this is chosen for one visit, and not remembered. */
const REMEMBERED_BPS_MAX = 500
const DEFAULTS: TradeSettings = { slippageBps: 200, amounts: ['0.05', '0.1', '0.25', '1'], directMax: '0' }

/** Starts with the defaults, with which the server draws the page. */
export const tradeSettings = createStore(DEFAULTS)

if (typeof document !== 'undefined') {
  const { slippageBps, amounts, directMax } = (readKept(KEPT) ?? {}) as Partial<TradeSettings>
  tradeSettings.set((defaults) => ({
    slippageBps: typeof slippageBps === 'number' ? slippageBps : defaults.slippageBps,
    amounts: Array.isArray(amounts) ? amounts.map(String) : defaults.amounts,
    directMax: typeof directMax === 'string' ? directMax : defaults.directMax,
  }))
  tradeSettings.subscribe(keep)
}

function keep(): void {
  const { slippageBps, amounts, directMax } = tradeSettings.get()
  const isUsual = slippageBps <= REMEMBERED_BPS_MAX
  localStorage.setItem(KEPT, JSON.stringify({ amounts, directMax, ...(isUsual && { slippageBps }) }))
}

export function setSlippage(slippageBps: number): void {
  tradeSettings.set((before) => ({ ...before, slippageBps }))
}

export function setDirectMax(directMax: string): void {
  tradeSettings.set((before) => ({ ...before, directMax }))
}

export function setAmount(index: number, amount: string): void {
  tradeSettings.set((before) => ({
    ...before,
    amounts: before.amounts.map((one, at) => (at === index ? amount : one)),
  }))
}
