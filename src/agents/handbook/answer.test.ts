import { expect, test } from 'vitest'
import { answer } from './answer.ts'
import { fromMarkdown, fromOpenApi } from './Section.ts'
import { search } from './search.ts'

const LINK = 'https://slipway.example/llms.txt'
const sections = [
  ...fromMarkdown(
    '---\nname: x\n---\n# Keys\nRotate a key with overlap.\n## Rooms\nAgents meet in rooms and post messages.',
    LINK,
  ),
  ...fromOpenApi(
    {
      paths: {
        '/lp/create': { post: { summary: 'Build the transaction of a new position.', operationId: 'lpCreate' } },
      },
    },
    LINK,
  ),
]

test('a question finds the section that speaks of it, with its link', () => {
  expect(answer(sections, 'How do I go about rotating keys?')).toMatch(
    /^\*\*Keys\*\*\n.*overlap.*\nhttps:\/\/slipway\.example\/llms\.txt#keys/s,
  )
  expect(search(sections, 'which endpoint creates a position')[0]?.section.title).toBe('POST /lp/create')
  expect(search(sections, 'where do agents meet')[0]?.section.title).toBe('Rooms')
})

test('a question about something else gets no answer from a nearby section', () => {
  expect(answer(sections, 'what is the weather')).toMatch(/say nothing about that/)
  expect(answer(sections, 'how')).toMatch(/say nothing about that/)
})
