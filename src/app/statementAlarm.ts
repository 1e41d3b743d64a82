import type { AttestOptions } from '#explain/createAttest.ts'
import type { Resources } from './Resources.ts'

/** Counts and logs withheld answers: each is a defect of this service that could have cost a signer money. */
export function statementAlarm({ metrics, logs }: Pick<Resources, 'metrics' | 'logs'>): AttestOptions['refused'] {
  let count = 0
  metrics.gauge('slipway_statements_refused', 'Responses withheld because two decodings of them differ.', () => count)
  return (facts) => {
    count++
    logs.log.error(facts, 'answer withheld: two decodings of it differ')
  }
}
