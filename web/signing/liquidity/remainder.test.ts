import { expect, test } from 'vitest'
import type { LpAnswer } from '../../api/liquidity.ts'
import { type Built, NO_APPROVAL } from './LpRequest.ts'
import { builtAt, remainderOf } from './remainder.ts'

const answer = { simulation: { ok: true }, summary: 'Add both tokens.' } as LpAnswer
const built: Built = { answer, approval: NO_APPROVAL }
const MINUTE = 60_000

test('the steps that remain are good until shortly before their deadline', () => {
  const remainder = remainderOf('key', built, 5 * MINUTE)
  expect(builtAt(remainder, 'migrate', 32 * MINUTE)).toBe(built)
  const late = builtAt(remainder, 'migrate', 33 * MINUTE)
  expect(late.answer).toMatchObject({ summary: 'Add both tokens.', simulation: { ok: false } })
  expect(late.answer.simulation?.message).toContain('The tokens are in your wallet. Add them with New position.')
})

test('a swap that is too late does not send anybody to New position', () => {
  const late = builtAt(remainderOf('key', built, 0), 'zap_out', 30 * MINUTE)
  expect(late.answer.simulation?.message).not.toContain('New position')
})
