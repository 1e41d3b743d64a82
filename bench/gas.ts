import { readFile } from 'node:fs/promises'
import { feeSplitFactoryBytecode, launchpadBytecode } from '#launchpad/contract/launchpad.generated.ts'
import { measureGas } from '../scripts/measureGas.ts'
import type { Row } from './Row.ts'

const SNAPSHOT = new URL('../contracts/snapshots/gas.json', import.meta.url)

/** The gas limit of each transaction, and the lowest figure measured for a public peer under the same rules. */
const LIMITS: Record<string, { limit: number; peer?: number }> = {
  create: { limit: 106_500, peer: 637_131 },
  'create with buy': { limit: 138_500, peer: 708_188 },
  'first buy': { limit: 62_497, peer: 91_105 },
  'repeat buy': { limit: 45_397, peer: 74_005 },
  // The peer also needs an approval, which is not counted.
  sell: { limit: 52_147, peer: 84_868 + 46_249 },
  // The peer that opens its pool here too. Another paid 5,288,703 when the token was created and pays 308,599 now.
  'graduating buy': { limit: 320_535, peer: 2_825_223 },
  'create with metadata': { limit: 113_500 },
  'create with opening': { limit: 117_500 },
  'create with fee holder': { limit: 117_500 },
  'create with opening and fee holder': { limit: 117_500 },
  'create with locked buy': { limit: 149_500 },
  'create with all options': { limit: 149_500 },
  'repeat buy after an opening': { limit: 45_397 },
}

/** Gas of whole transactions: within the limits, and never above the committed snapshot. */
export async function run(): Promise<Row[]> {
  const figures = await measureGas(launchpadBytecode, feeSplitFactoryBytecode)
  const committed: Record<string, number> = JSON.parse(await readFile(SNAPSHOT, 'utf8'))
  return Object.entries(figures).map(([name, ours]) => row(name, ours, committed[name] ?? 0))
}

function row(name: string, ours: number, committed: number): Row {
  const { limit = committed, peer } = LIMITS[name] ?? {}
  const most = Math.min(limit, committed)
  const compared = peer === undefined ? {} : { peer, ratio: peer / ours }
  return { name, ours, unit: 'gas', ...compared, target: `≤ ${most.toLocaleString('en')}`, ok: ours <= most }
}
