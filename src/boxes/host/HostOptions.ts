import type { Duplex } from 'node:stream'
import type { Catalogue } from '#boxes/catalogue/createCatalogue.ts'
import type { Driver } from '#boxes/isolation/Driver.ts'
import type { Box } from '#boxes/store/boxes.ts'
import type { Commits } from '#boxes/store/commitQueue.ts'
import type { Store } from '#boxes/store/tables.ts'
import type { Database } from '#database/Database.ts'
import type { SkillShelf } from './createSkillMounts.ts'
import type { StartGate } from './createStartGate.ts'
import type { WarmPool } from './createWarmPool.ts'

/** What a host runs boxes with. */
export type HostOptions = {
  database: Database
  store: Store
  commits: Pick<Commits, 'commit'>
  catalogue: Catalogue
  driver: Driver
  warm: WarmPool
  starts: StartGate
  shelf: SkillShelf
  /** Gives the box at the other end of a channel its authority. */
  attach(box: Box, channel: Duplex): Disposable
  /** How many boxes may run here. */
  boxesMax: number
  /** The longest a prompt may take. */
  runMs: number
}
