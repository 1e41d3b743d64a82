import type { ChainFacts } from './ChainFacts.ts'
import { NodeError } from './failures.ts'
import * as JsonRpc from './JsonRpc.ts'
import type { Send } from './runOnProviders.ts'

export type Urgency = 'NORMAL' | 'FAST' | 'URGENT'

/** What to offer for gas, in wei; `expectedGasPrice` is what will probably be paid. */
export type Fees =
  | { kind: 'eip1559'; baseFee: bigint; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint; expectedGasPrice: bigint }
  | { kind: 'legacy'; gasPrice: bigint; expectedGasPrice: bigint }

/** The market as read once; every urgency is derived from it. */
export type FeeMarket =
  | { kind: 'eip1559'; baseFee: bigint; tips: Record<Urgency, bigint>; head: bigint }
  | { kind: 'legacy'; gasPrice: bigint }

const BLOCKS = 5
const PERCENTILES = [20, 50, 80]
/** Room for the base fee to rise while the transaction is signed and sent, in percent. */
const BASE_PERCENT: Record<Urgency, bigint> = { NORMAL: 125n, FAST: 150n, URGENT: 200n }
const LEGACY_PERCENT: Record<Urgency, bigint> = { NORMAL: 100n, FAST: 110n, URGENT: 125n }

type History = { oldestBlock: string; baseFeePerGas: string[]; reward?: string[][] }

/** Fee history, the node's own suggestions for tip and price: one round trip. */
export async function readFeeMarket(send: Send, { feeModel }: ChainFacts): Promise<FeeMarket> {
  const [price, tip, history] = await send([
    { method: 'eth_gasPrice', params: [] },
    { method: 'eth_maxPriorityFeePerGas', params: [] },
    { method: 'eth_feeHistory', params: [`0x${BLOCKS.toString(16)}`, 'latest', PERCENTILES] },
  ])
  if (!price || !tip || !history) throw JsonRpc.malformed('the fee market is incomplete')
  const market = feeModel === 'eip1559' ? toMarket(optional(history), optional(tip)) : undefined
  return market ?? { kind: 'legacy', gasPrice: JsonRpc.unwrapQuantity(price) }
}

/** What to offer so that the transaction is included with the given urgency. */
export function toFees(market: FeeMarket, urgency: Urgency): Fees {
  if (market.kind === 'legacy') {
    const gasPrice = (market.gasPrice * LEGACY_PERCENT[urgency]) / 100n
    return { kind: 'legacy', gasPrice, expectedGasPrice: gasPrice }
  }
  const maxPriorityFeePerGas = market.tips[urgency]
  return {
    kind: 'eip1559',
    baseFee: market.baseFee,
    maxPriorityFeePerGas,
    maxFeePerGas: (market.baseFee * BASE_PERCENT[urgency]) / 100n + maxPriorityFeePerGas,
    expectedGasPrice: market.baseFee + maxPriorityFeePerGas,
  }
}

function toMarket(history: unknown, suggestedTip: unknown): FeeMarket | undefined {
  const { oldestBlock, baseFeePerGas = [], reward = [] } = (history ?? {}) as Partial<History>
  const baseFee = baseFeePerGas.at(-1)
  if (baseFee === undefined || oldestBlock === undefined) return undefined
  const fallback = typeof suggestedTip === 'string' ? BigInt(suggestedTip) : 0n
  const tipAt = (index: number) => median(reward.map((block) => BigInt(block[index] ?? 0))) ?? fallback
  return {
    kind: 'eip1559',
    baseFee: BigInt(baseFee),
    tips: { NORMAL: tipAt(0), FAST: tipAt(1), URGENT: tipAt(2) },
    head: BigInt(oldestBlock) + BigInt(baseFeePerGas.length) - 2n,
  }
}

/** Of the blocks in which somebody tipped; undefined when nobody did. */
function median(tips: bigint[]): bigint | undefined {
  const paid = tips.filter((tip) => tip > 0n).sort((a, b) => (a < b ? -1 : 1))
  return paid[paid.length >> 1]
}

// A node without one of the newer methods still serves the others.
function optional(answer: JsonRpc.Answer): unknown {
  try {
    return JsonRpc.unwrap(answer)
  } catch (error) {
    if (error instanceof NodeError) return undefined
    throw error
  }
}
