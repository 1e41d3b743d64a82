import type { Launchpad } from '#launchpad/createLaunchpad.ts'
import type { Metrics } from '#observability/metrics.ts'

const GAUGES: [keyof ReturnType<Launchpad['status']>, string][] = [
  ['block', 'Last block in the launch index.'],
  ['head', 'Newest block the indexer has seen.'],
  ['lagBlocks', 'Blocks between the index and the head.'],
  ['polledMs', 'Milliseconds since the last successful poll of the chain.'],
  ['eventsPerSecond', 'Events indexed per second.'],
  ['secondsLeft', 'Estimated seconds until the backfill reaches the head.'],
  ['tokens', 'Tokens in the index.'],
  ['trades', 'Trades in the index.'],
  ['reorgs', 'Reorganisations handled by this process.'],
  ['gapsFilled', 'Gaps found and filled by this process.'],
  ['alarms', 'Times the index differed from the chain.'],
  ['rejectedAnswers', 'RPC responses rejected as inconsistent.'],
  ['walletsSetAside', 'Positions of wallets that this process set aside.'],
]

/** Exports the state of the launch index; an unknown value is NaN. */
export function launchpadGauges(metrics: Metrics, launchpad: Launchpad): void {
  for (const [field, help] of GAUGES) {
    const name = `slipway_launchpad_${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`
    metrics.gauge(name, help, () => Number(launchpad.status()[field] ?? Number.NaN))
  }
  const help = '1 while reads of the launchpad use the standby of DATABASE_READ_URL.'
  metrics.gauge('slipway_launchpad_reads_standby', help, () => Number(launchpad.readTarget() === 'standby'))
}
