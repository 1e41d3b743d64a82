import * as AuditTables from '#audit/migrations.ts'
import { migrations as boxesMigrations } from '#boxes/migrations.ts'
import * as IdempotencyTables from '#idempotency/migrations.ts'
import * as IdentityTables from '#identity/migrations.ts'
import * as KeyTables from '#keys/migrations.ts'
import * as LimitTables from '#limits/migrations.ts'

/** The tables that boxes and their developers need; a file of its own, because a host in its own process has no vitest. */
export const migrations = [
  IdentityTables.migrations,
  KeyTables.migrations,
  AuditTables.migrations,
  LimitTables.migrations,
  IdempotencyTables.migrations,
  boxesMigrations,
]
