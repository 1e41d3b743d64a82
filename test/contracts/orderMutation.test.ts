import { expect, test } from 'vitest'
import { createOrderMutants } from '../setup/contracts/orderMutants.ts'

/** Mutants that change no behaviour a caller can see, each with the reason. */
const EQUIVALENT: Readonly<Record<string, string>> = {}

test('a Solidity test fails on every mutant of the order condition', async () => {
  const { mutants, killerOf } = await createOrderMutants()
  expect(await killerOf(0)).toBeUndefined()
  expect(mutants.length).toBeGreaterThan(10)
  const survivors: string[] = []
  for (const { id, name } of mutants) if ((await killerOf(id)) === undefined) survivors.push(name)
  expect(survivors).toEqual(Object.keys(EQUIVALENT))
})
