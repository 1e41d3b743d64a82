import { compileSmall, EVERYWHERE } from './compileSmall.ts'
import { writeGenerated } from './writeGenerated.ts'

// Compiles contracts/names/ResolverLens.sol into src/names/lens.generated.ts.

const { ResolverLens } = await compileSmall('contracts/names', EVERYWHERE)
const generated = [
  '// Written by scripts/writeNameLens.ts from contracts/names/ResolverLens.sol; do not edit.\n',
  `export const RESOLVER_LENS = '0x${ResolverLens?.evm.bytecode.object}'\n`,
]
await writeGenerated('src/names/lens.generated.ts', generated.join('\n'))
