import { resolve } from 'node:path'
import { pino } from 'pino'
import { readConfig } from '../src/config/config.ts'
import { backup } from '../src/database/embedded/backup.ts'

// Writes the embedded database and its secret to one file, also while the service runs: npm run backup -- slipway.tar

const [file] = process.argv.slice(2)
if (!file) throw new Error('Name the file to write: npm run backup -- slipway.tar')
const { DATA_DIR } = readConfig(process.env)
await backup({ dataDir: DATA_DIR, file: resolve(file), log: pino({ level: 'error' }, process.stderr) })
process.stdout.write(`${file} holds the database and the secret of ${DATA_DIR}. Keep it as safe as a private key.\n`)
