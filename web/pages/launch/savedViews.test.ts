import { expect, test } from 'vitest'
import { readFilters, viewWords, writeFilters } from '#site/launchFilters.ts'

const wordsOf = (query: string) => viewWords(readFilters(new URLSearchParams(query)))

test('a view is named by what differs from the plain list', () => {
  expect(wordsOf('')).toBe('')
  expect(wordsOf('search=moon&holders=25&newSort=volume')).toBe('“moon”, Holders ≥ 25, New by volume')
  expect(wordsOf('graduatedSort=newHolders')).toBe('Graduated by new holders')
  expect(wordsOf('record=1')).toBe('Record ≥ 1 graduated')
  expect(wordsOf('creator=5&rows=compact')).toBe('Creator holds ≤ 5 %, Compact')
})

test('an unknown value does not change a view', () => {
  expect(writeFilters(readFilters(new URLSearchParams('age=9y&rows=huge&nearSort=x')))).toBe('')
})
