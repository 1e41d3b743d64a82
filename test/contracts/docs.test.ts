import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every test that docs/contract.md names exists', () => {
  const suites = globSync('contracts/test/*.sol').map((path) => readFileSync(path, 'utf8'))
  const named = [...readFileSync('docs/contract.md', 'utf8').matchAll(/`(test_\w+)`/g)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !suites.some((suite) => suite.includes(`function ${name}(`)))).toEqual([])
})
