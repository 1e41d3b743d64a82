import { readConfig } from '../src/config/config.ts'
import { restore } from '../src/database/embedded/restore.ts'

// Restores a backup into an empty data folder: DATA_DIR=.data npm run restore -- slipway.tar

const [file] = process.argv.slice(2)
if (!file) throw new Error('Name the backup: npm run restore -- slipway.tar')
const { DATA_DIR } = readConfig(process.env)
await restore({ dataDir: DATA_DIR, file })
process.stdout.write(`${DATA_DIR} holds the backup. Start the service: npm start\n`)
