import type { Duplex } from 'node:stream'
import type { ShowCard } from '#boxes/authority/proposalCard.ts'
import type { Catalogue } from '#boxes/catalogue/createCatalogue.ts'
import type { Driver } from '#boxes/isolation/Driver.ts'
import type { Box } from '#boxes/store/boxes.ts'
import type { CommitQueue } from '#boxes/store/commitQueue.ts'
import type { Store } from '#boxes/store/tables.ts'
import type { Database } from '#database/Database.ts'
import type { SkillMounts } from './createSkillMounts.ts'
import type { StartGate } from './createStartGate.ts'
import type { WarmPool } from './createWarmPool.ts'

export type HostOptions = {
  database: Database
  store: Store
  commits: Pick<CommitQueue, 'commit'>
  catalogue: Catalogue
  driver: Driver
  warm: WarmPool
  starts: StartGate
  skillMounts: SkillMounts
  /** Serves the box at the other end of a channel with the authority of that box. */
  attach(box: Box, channel: Duplex, show: ShowCard): Disposable
  /** How many boxes may run here. */
  boxesMax: number
  /** The longest a prompt may run. */
  runMs: number
  /** How long a stopped box is kept. */
  retentionSeconds: number
  /** The longest a shutdown may wait for boxes to save their files. Default: 15 s */
  shutdownMs?: number
}
