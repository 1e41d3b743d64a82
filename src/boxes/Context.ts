import type { AuditLog } from '#core/AuditLog.ts'
import type { Skill } from '#core/Skill.ts'
import type { Database } from '#database/Database.ts'
import type { Live } from '#live/createLive.ts'
import type { Catalogue } from './catalogue/createCatalogue.ts'
import type { SessionFeeds } from './live/sessionFeeds.ts'
import type { Box } from './store/boxes.ts'
import type { CommitQueue } from './store/commitQueue.ts'
import type { Store } from './store/tables.ts'
import type { Workspace } from './workspace/Workspace.ts'

/** Shared by the operations and tools of boxes. */
export type Context = {
  database: Database
  store: Store
  commits: CommitQueue
  feeds: SessionFeeds
  catalogue: Catalogue
  /** The packages of the skills store. */
  skills(): readonly Skill[]
  live: Live
  audit: AuditLog
  settings: BoxSettings
  /** Draws from the quota that all callers share; throws when it is exhausted. */
  takeGlobally(quota: 'boxes'): void | Promise<void>
  /** Opens the workspace of a box; undefined for one that this process does not run. */
  workspaceOf(box: Box): (() => Promise<Workspace>) | undefined
  now(): number
}

export type BoxSettings = {
  baseUrl: string
  perDeveloperMax: number
  idleSeconds: number
  lifetimeSeconds: number
  /** How long a stopped box is kept. */
  retentionSeconds: number
}
