import { expect, inject, test } from 'vitest'
import { createMutants } from '../setup/contracts/runMutants.ts'
import { EQUIVALENT } from './mutation/equivalent.ts'

const TIMEOUT_MS = 6 * 3_600_000

test.runIf(inject('deep'))(
  'a Solidity test fails on every mutant but the equivalent ones',
  { timeout: TIMEOUT_MS },
  async () => {
    const { mutants, isKilled } = await createMutants()
    expect(await isKilled(0), 'the sources without a mutant').toBe(false)
    const survivors: string[] = []
    for (const { id, name } of mutants) if (!(await isKilled(id))) survivors.push(name)
    process.stdout.write(`killed ${mutants.length - survivors.length} of ${mutants.length} mutants\n`)
    expect(survivors.toSorted()).toEqual(Object.keys(EQUIVALENT).toSorted())
  },
)
