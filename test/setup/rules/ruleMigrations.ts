import { migrations as auditMigrations } from '#audit/migrations.ts'
import { migrations as keysMigrations } from '#keys/migrations.ts'
import { migrations as launchpadMigrations } from '#launchpad/migrations.ts'
import { migrations as rulesMigrations } from '#rules/migrations.ts'

export const ruleMigrations = [keysMigrations, auditMigrations, launchpadMigrations, rulesMigrations]
