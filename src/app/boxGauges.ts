import type { Boxes } from '#boxes/createBoxes.ts'
import type { Metrics } from '#observability/metrics.ts'

export function boxGauges(metrics: Metrics, { modelTotals }: Pick<Boxes, 'modelTotals'>): void {
  const since = 'by boxes of this process, since it started.'
  metrics.gauge('slipway_model_calls', `Calls to language models ${since}`, () => modelTotals().calls)
  metrics.gauge('slipway_model_tokens_in', `Tokens sent to language models ${since}`, () => modelTotals().tokensIn)
  metrics.gauge('slipway_model_tokens_out', `Tokens in their responses ${since}`, () => modelTotals().tokensOut)
  metrics.gauge('slipway_model_usd', `US dollars spent on language models ${since}`, () => modelTotals().micros / 1e6)
}
