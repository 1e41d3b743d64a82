import { expect, test } from 'vitest'
import { answersIn } from './inputRequests.ts'

test('answers to questions that were not asked are not even read', () => {
  const responses = { asked: { action: 'accept', content: { answer: 'allow' } } }
  const unread = () => {
    throw new Error('An answer was read that belongs to no question.')
  }
  for (let n = 0; n < 25_000; n++) Object.defineProperty(responses, `q${n}`, { enumerable: true, get: unread })
  const questions = [{ id: 'asked', title: 'May I?', options: [] }]
  expect(answersIn(responses, { questions })).toEqual([{ question: 'asked', option: 'allow' }])
})
