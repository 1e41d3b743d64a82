import { compileSmall, EVERYWHERE } from './compileSmall.ts'
import { writeGenerated } from './writeGenerated.ts'

// Compiles contracts/lens into src/liquidity/lens.generated.ts: each lens' creation code, and the interface that types them.

/** Each lens by the function of `ILens` that describes it. */
const LENSES: Record<string, string> = {
  pairs: 'PairLens',
  v3Pools: 'V3PoolLens',
  v4Pools: 'V4PoolLens',
  market: 'MarketLens',
  v3Positions: 'V3PositionLens',
  v3Owned: 'V3OwnedLens',
  v4Positions: 'V4PositionLens',
}

const contracts = await compileSmall('contracts/lens', EVERYWHERE)
const compiled = (name: string) => contracts[name] ?? missing(name)
const codes = Object.entries(LENSES).map(([key, name]) => `  ${key}: '0x${compiled(name).evm.bytecode.object}',`)
const names = Object.keys(LENSES).map((name) => `'${name}'`)
const generated = [
  '// Written by scripts/writeLens.ts from contracts/lens; do not edit.\n',
  `export const LENS_ABI = ${JSON.stringify(compiled('ILens').abi)} as const\n`,
  `export const LENS_CODE: Readonly<Record<${names.join(' | ')}, \`0x\${string}\`>> = {\n${codes.join('\n')}\n}\n`,
]
await writeGenerated('src/liquidity/lens.generated.ts', generated.join('\n'))

function missing(name: string): never {
  throw new Error(`contracts/lens has no ${name}.`)
}
