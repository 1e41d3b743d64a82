import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import * as Curve from '#launchpad/contract/Curve.ts'

const TIMEOUT_MS = 900_000
/** The constants with which Curve.ts is compared with the contract. */
const CONSTANTS = {
  VIRTUAL_ETH: Curve.cfg.virtualEth,
  VIRTUAL_TOKEN: Curve.cfg.virtualToken,
  TARGET: Curve.cfg.gradEthTarget,
  CURVE_SUPPLY: Curve.cfg.curveSupply,
  FEE: Curve.cfg.tradeFeeBps,
  SURCHARGE: Curve.openingLimits.surchargeBpsMax,
}
const lemmas = await readFile(new URL('proofs/curve.smt2', import.meta.url), 'utf8')
const names = [...lemmas.matchAll(/^\(echo "(.+)"\)$/gm)].map(([, name]) => name)

test('every lemma of the curve holds for all values', { timeout: TIMEOUT_MS }, async () => {
  expect(names).toHaveLength(13)
  expect(await solve(lemmas)).toEqual(names.flatMap((name) => ['sat', name, 'unsat']))
})

test('a lemma that does not hold is noticed', { timeout: TIMEOUT_MS }, async () => {
  const [definitions = '', first = ''] = lemmas.split('(push)')
  const wrong = `${definitions}(push)${first.replace('(assert (< ', '(assert (<= ')}`
  expect(await solve(wrong)).toEqual(['sat', names[0], 'sat'])
})

/** The answers of the solver; one that it cannot find in time is `unknown`. */
async function solve(text: string): Promise<string[]> {
  const solver = promisify(execFile)('z3', ['-in', `-t:${TIMEOUT_MS / 30}`])
  const constants = Object.entries(CONSTANTS).map(([name, value]) => `(define-fun ${name} () Int ${value})\n`)
  solver.child.stdin?.end(constants.join('') + text)
  return (await solver).stdout.trim().split('\n')
}
