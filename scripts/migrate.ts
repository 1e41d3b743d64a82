import { migrations } from '../src/app/createService.ts'
import { readConfig } from '../src/config/config.ts'
import { openDatabase } from '../src/database/openDatabase.ts'
import { createLogs } from '../src/observability/createLogs.ts'

// Migrates the database and ends, so that a deployment can do it once before its replicas start: npm run migrate

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const logs = createLogs(config.LOG_LEVEL)
  await using _database = await openDatabase({
    databaseUrl: config.DATABASE_URL,
    directUrl: config.DATABASE_DIRECT_URL,
    dataDir: config.DATA_DIR,
    log: logs.log,
    migrations,
  })
  logs.flush()
}

try {
  await main()
  process.stdout.write('The database is migrated.\n')
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
