import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { listOperations } from './sdk/listOperations.ts'
import { sdkSource } from './sdk/sdkSource.ts'

// Writes packages/sdk/src/operations.generated.ts from the operations themselves.
// With --check it writes nothing and fails if the file is out of date.

const TARGET = new URL('../packages/sdk/src/operations.generated.ts', import.meta.url)

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const source = sdkSource(await listOperations())
if (!values.check) await writeFile(TARGET, source)
else if ((await readFile(TARGET, 'utf8').catch(() => '')) !== source) {
  process.stderr.write('packages/sdk/src/operations.generated.ts is out of date. Run: npx node scripts/writeSdk.ts\n')
  process.exitCode = 1
}
// Modules watch their clock and their database until the process ends.
process.exit()
