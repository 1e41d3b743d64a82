import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { SimulatedResult } from '#chain/simulate.ts'
import { explainRevert } from './explainRevert.ts'
import type { Plan } from './Plan.ts'

/** Runs the steps on the newest block; throws the reason if one of them would fail. */
export async function simulatePlan(chain: Chain, from: Address, plan: Plan): Promise<SimulatedResult[]> {
  if (plan.simulated === null) return []
  const steps = [...(plan.before ?? []), { ...plan, data: plan.simulated ?? plan.data }]
  const calls = steps.map(({ to, data, value }) => ({ to, data, value }))
  const { results } = await chain.simulate({ from, calls })
  const failed = results.find(({ ok }) => !ok)
  if (failed || results.length === 0) throw explainRevert(failed?.returnData ?? '0x')
  return results
}
