import { expect, inject, test } from 'vitest'
import { createMutants, placeOf } from '../setup/contracts/runMutants.ts'
import { EQUIVALENT, EQUIVALENT_PLACES } from './mutation/equivalent.ts'

const TIMEOUT_MS = 6 * 3_600_000
/** Only mutants with such a name are tested, while tests are written for them. */
const CHOSEN = new RegExp(process.env['MUTANTS'] ?? '')

const isListed = (name: string) => name in EQUIVALENT || placeOf(name) in EQUIVALENT_PLACES

test.runIf(inject('deep'))(
  'a Solidity test fails on every mutant but the equivalent ones',
  { timeout: TIMEOUT_MS },
  async () => {
    const { mutants, killerOf } = await createMutants()
    expect(await killerOf({ id: 0, path: '', name: 'the sources without a mutant' })).toBeUndefined()
    const chosen = mutants.filter(({ name }) => CHOSEN.test(name))
    const survivors: string[] = []
    for (const [index, mutant] of chosen.entries()) {
      const killer = await killerOf(mutant, { isBrief: isListed(mutant.name) })
      process.stdout.write(`${index + 1}/${chosen.length} ${mutant.name}: ${killer ?? 'SURVIVES'}\n`)
      if (killer === undefined) survivors.push(mutant.name)
    }
    process.stdout.write(`killed ${chosen.length - survivors.length} of ${chosen.length} mutants\n`)
    const unknown = survivors.filter((name) => !isListed(name))
    const killed = chosen.map(({ name }) => name).filter((name) => name in EQUIVALENT && !survivors.includes(name))
    expect({ unknown, killed }, 'survivors that are not listed, and listed mutants that a test kills').toEqual({
      unknown: [],
      killed: [],
    })
    const names = new Set(mutants.map(({ name }) => name))
    expect(Object.keys(EQUIVALENT).filter((name) => !names.has(name))).toEqual([])
  },
)
