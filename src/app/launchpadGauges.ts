import type { Launchpad } from '#launchpad/createLaunchpad.ts'
import type { Metrics } from '#observability/metrics.ts'

type Figure = keyof ReturnType<Launchpad['status']>

const GAUGES: [Figure, string][] = [
  ['block', 'Last block in the launch index.'],
  ['head', 'Newest block the indexer has seen.'],
  ['lagBlocks', 'Blocks between the two.'],
  ['polledMs', 'Milliseconds since the chain was last heard.'],
  ['eventsPerSecond', 'Events taken in per second.'],
  ['secondsLeft', 'Seconds until the head is reached, while history is being read.'],
  ['tokens', 'Tokens in the index.'],
  ['trades', 'Trades in the index.'],
  ['reorgs', 'Replaced blocks met by this process.'],
  ['gapsFilled', 'Gaps found and filled by this process.'],
  ['alarms', 'Times the index differed from the chain.'],
  ['rejectedAnswers', 'Answers of the RPC that contradicted themselves.'],
]

/** The index in figures; one that is not known yet is NaN. */
export function launchpadGauges(metrics: Metrics, launchpad: Launchpad): void {
  for (const [figure, help] of GAUGES) {
    const name = `slipway_launchpad_${figure.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`
    metrics.gauge(name, help, () => Number(launchpad.status()[figure] ?? Number.NaN))
  }
}
