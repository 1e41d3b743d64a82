import { readFile } from 'node:fs/promises'
import { exampleEnv } from '../src/config/config.ts'
import { run } from './run.ts'

/** Each writer of generated files can also say whether its files are current. */
const WRITERS = [
  'writeContracts',
  'writeDevnetContracts',
  'writeDelegation',
  'writeOrderCondition',
  'writeRunner',
  'writeLens',
  'writeNameLens',
  'writeOpeningTables',
  'writeSdk',
  'trainDesk',
]

const stale: string[] = []
for (const writer of WRITERS) {
  const { code } = await run(process.execPath, [`scripts/${writer}.ts`, '--check'])
  if (code !== 0) stale.push(`npx node scripts/${writer}.ts`)
}
if ((await readFile('.env.example', 'utf8')) !== exampleEnv()) stale.push('npx node scripts/writeEnvExample.ts')
if (stale.length > 0) process.stdout.write(`Generated files are out of date. Run: ${stale.join(' && ')}\n`)
process.exitCode = stale.length === 0 ? 0 : 1
