import { expect, test } from 'vitest'
import { mentions } from './mentions.ts'

const people = [
  { id: 'part_1', name: 'Ann' },
  { id: 'part_2', name: 'Ann Marie' },
  { id: 'part_3', name: 'bot.v2 (+)' },
]

test.each([
  ['@Ann what do you say?', ['part_1']],
  ['well, @ANN MARIE!', ['part_2']],
  ['@Ann Marie and @ann', ['part_1', 'part_2']],
  ['ask @bot.v2 (+)', ['part_3']],
  ['@part_2 by id', ['part_2']],
  ['@Anna is somebody else', []],
  ['mail me at joe@ann', []],
  ['no one at all', []],
])('%j names %j', (text, ids) => {
  expect(mentions(text, people)).toEqual(ids)
})
