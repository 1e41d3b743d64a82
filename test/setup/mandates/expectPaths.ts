import fc from 'fast-check'
import type { Hex } from 'viem'
import { expect, inject } from 'vitest'
import type { TestDevnet } from '../chain/devnet.ts'

const isDeep = inject('deep')
/** `PATHS` and `SEED` repeat a run. */
export const PATHS = Number(process.env['PATHS'] ?? (isDeep ? 1_000 : 10))
const SEED = Number(process.env['SEED'] ?? (isDeep ? Date.now() % 2 ** 31 : 38))

/** Plays random paths, each from the same state; `play` counts executions and refusals. */
export async function expectPaths<Path>(
  devnet: TestDevnet,
  paths: fc.Arbitrary<Path>,
  play: (path: Path) => Promise<readonly [executed: number, refused: number]>,
): Promise<void> {
  let snapshot: Hex = await devnet.snapshot()
  const totals = [0, 0]
  const property = fc.asyncProperty(paths, async (path) => {
    const [executed, refused] = await play(path)
    totals[0] = (totals[0] ?? 0) + executed
    totals[1] = (totals[1] ?? 0) + refused
    await devnet.revert(snapshot)
    snapshot = await devnet.snapshot()
  })
  await fc.assert(property, { numRuns: PATHS, seed: SEED })
  // A run in which nothing executes, or nothing is refused, would prove nothing.
  expect(Math.min(...totals)).toBeGreaterThan(PATHS / 6)
}
