import { listOperations } from './sdk/listOperations.ts'
import { sdkSource } from './sdk/sdkSource.ts'
import { writeGenerated } from './writeGenerated.ts'

// Writes packages/sdk/src/operations.generated.ts from the operations themselves.

await writeGenerated('packages/sdk/src/operations.generated.ts', sdkSource(await listOperations()))
// Modules watch their clock and their database until the process ends.
process.exit()
