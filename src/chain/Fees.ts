import { max, min } from '#core/bigint.ts'
import type { ChainFacts } from './ChainFacts.ts'
import { NodeError, ProviderFailure } from './failures.ts'
import * as JsonRpc from './JsonRpc.ts'
import type { Send } from './runOnProviders.ts'

export type Urgency = 'NORMAL' | 'FAST' | 'URGENT'

/** The gas offer in wei; `expectedGasPrice` is the price that will probably be paid. */
export type Fees =
  | { kind: 'eip1559'; baseFee: bigint; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint; expectedGasPrice: bigint }
  | { kind: 'legacy'; gasPrice: bigint; expectedGasPrice: bigint }

/** The fee market, from which the offer for each urgency is derived. */
export type FeeMarket =
  | { kind: 'eip1559'; baseFee: bigint; tips: Record<Urgency, bigint>; head: bigint }
  | { kind: 'legacy'; gasPrice: bigint }

const GWEI = 10n ** 9n
const BLOCKS = 5
const PERCENTILES = [20, 50, 80]
/** Headroom for the base fee to rise until the transaction is mined, in percent. */
const BASE_PERCENT: Record<Urgency, bigint> = { NORMAL: 125n, FAST: 150n, URGENT: 200n }
const LEGACY_PERCENT: Record<Urgency, bigint> = { NORMAL: 100n, FAST: 110n, URGENT: 125n }

type History = { oldestBlock: string; baseFeePerGas: string[]; reward?: string[][] }

/** Reads the fee history and the node's suggested tip and price in one round trip. */
export async function readFeeMarket(send: Send, facts: ChainFacts): Promise<FeeMarket> {
  const [price, tip, history] = await send([
    { method: 'eth_gasPrice', params: [] },
    { method: 'eth_maxPriorityFeePerGas', params: [] },
    { method: 'eth_feeHistory', params: [`0x${BLOCKS.toString(16)}`, 'latest', PERCENTILES] },
  ])
  if (!price || !tip || !history) throw JsonRpc.malformed('the fee market is incomplete')
  const market = facts.feeModel === 'eip1559' ? toMarket(optional(history), optional(tip)) : undefined
  const found: FeeMarket = market ?? { kind: 'legacy', gasPrice: JsonRpc.unwrapQuantity(price) }
  const asked = found.kind === 'legacy' ? found.gasPrice : found.baseFee
  if (asked > gasPriceMax(facts)) throw new ProviderFailure('implausible', `reports a gas price of ${asked} wei`)
  return found
}

/** The offer for an urgency, with the tip bounded. */
export function toFees(market: FeeMarket, urgency: Urgency, facts: Pick<ChainFacts, 'gasPriceMaxGwei'>): Fees {
  if (market.kind === 'legacy') {
    const gasPrice = (market.gasPrice * LEGACY_PERCENT[urgency]) / 100n
    return { kind: 'legacy', gasPrice, expectedGasPrice: gasPrice }
  }
  const maxPriorityFeePerGas = min(market.tips[urgency], tipMax(market.baseFee, facts))
  return {
    kind: 'eip1559',
    baseFee: market.baseFee,
    maxPriorityFeePerGas,
    maxFeePerGas: (market.baseFee * BASE_PERCENT[urgency]) / 100n + maxPriorityFeePerGas,
    expectedGasPrice: market.baseFee + maxPriorityFeePerGas,
  }
}

/** Three base fees, but at least 2 % and at most 20 % of the chain's highest plausible gas price. */
function tipMax(baseFee: bigint, facts: Pick<ChainFacts, 'gasPriceMaxGwei'>): bigint {
  const highest = gasPriceMax(facts)
  return min(max(3n * baseFee, highest / 50n), highest / 5n)
}

function gasPriceMax({ gasPriceMaxGwei }: Pick<ChainFacts, 'gasPriceMaxGwei'>): bigint {
  return BigInt(gasPriceMaxGwei) * GWEI
}

/** The lower of two providers' markets: a lie can delay a transaction but not make it more expensive. */
export function lowerMarket(a: FeeMarket, b: FeeMarket): FeeMarket {
  if (a.kind === 'legacy' || b.kind === 'legacy') {
    return [a, b].filter((one) => one.kind === 'legacy').reduce((x, y) => (x.gasPrice < y.gasPrice ? x : y))
  }
  const tips = {
    NORMAL: min(a.tips.NORMAL, b.tips.NORMAL),
    FAST: min(a.tips.FAST, b.tips.FAST),
    URGENT: min(a.tips.URGENT, b.tips.URGENT),
  }
  return { kind: 'eip1559', baseFee: min(a.baseFee, b.baseFee), tips, head: min(a.head, b.head) }
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

/** The median over blocks with a tip; undefined if none has one. */
function median(tips: bigint[]): bigint | undefined {
  const paid = tips.filter((tip) => tip > 0n).sort((a, b) => (a < b ? -1 : 1))
  return paid[paid.length >> 1]
}

// Some nodes lack the newer methods.
function optional(answer: JsonRpc.Answer): unknown {
  try {
    return JsonRpc.unwrap(answer)
  } catch (error) {
    if (error instanceof NodeError) return undefined
    throw error
  }
}
