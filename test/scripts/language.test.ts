import { describe, expect, test } from 'vitest'
import { check, RULES } from '../../scripts/checkLanguage.ts'

const rulesOf = (text: string, file = 'src/x.ts') => check(file, text).map(({ rule }) => rule)

describe('the language check', () => {
  test.each([
    ['/** What a caller sent. */', 'headless "What"'],
    ["description: 'What to send instead.'", 'headless "What"'],
    ["test('what is sent is stored', () => {", 'headless title'],
    ["])('what is %s is refused', () => {", 'headless title'],
    ['// Whoever calls is counted.', 'whoever'],
    ["throw new Error('This is no address.')", 'is no X'],
    ['In percent; 0.5 unless said.', 'unless said'],
    ['/** It stands in limits. */', 'stands'],
    ['// The caller is told once.', 'told'],
    ['It starts anew.', 'anew'],
    ['// The one beside it.', 'beside'],
    ['/** A caller and his key. */', 'he'],
    ['Locked for ever.', 'for ever'],
    ['After so long it ends.', 'so many'],
    ['// A wish that waits.', 'wish'],
    ['// The gap was healed.', 'heal'],
    ['The condition is met.', 'is met'],
  ])('refuses %s', (line, rule) => expect(rulesOf(line)).toEqual([rule]))

  test.each([
    '// There is no such room, and the key is no longer valid.',
    'expect(text).toBe("What is a pool?")',
    '`USD` stands for the dollar; the file is standalone.',
    '// This holds so long as the lease is renewed.',
    'const otherHistory = theThis(whichever)',
  ])('accepts %s', (line) => expect(rulesOf(line)).toEqual([]))

  test('names the file and the line', () => {
    expect(check('docs/arena.md', 'Rooms.\n\nThe room is told.')).toMatchObject([{ file: 'docs/arena.md', line: 3 }])
  })

  test('says for each rule what to write instead', () => {
    for (const { instead } of RULES) expect(instead).not.toBe('')
  })

  test('leaves the phrases of users alone', () => {
    expect(rulesOf('tell me the price', 'src/agents/desk/topics.ts')).toEqual([])
  })
})
