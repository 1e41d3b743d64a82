import type { Chains } from '#chain/createChains.ts'
import type { Config } from '#config/config.ts'
import type { RootSecrets } from '#core/derive.ts'
import type { Database } from '#database/Database.ts'
import type { Devnet } from '#devnet/startDevnet.ts'
import type { Logs } from '#observability/createLogs.ts'
import type { Metrics } from '#observability/metrics.ts'

/** Everything the service is created from, opened by `start`. */
export type Resources = {
  config: Config
  database: Database
  chains: Chains
  devnet: Devnet | undefined
  secrets: RootSecrets
  metrics: Metrics
  logs: Logs
  now: () => number
  /** Aborted when a stop was requested and the last requests are served. */
  leaving?: AbortSignal | undefined
}
