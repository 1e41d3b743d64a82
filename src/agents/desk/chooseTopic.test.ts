import { expect, it } from 'vitest'
import { choose } from './chooseTopic.ts'
import { type Directory, ETH } from './Directory.ts'
import * as Question from './language/Question.ts'
import type { Memory } from './Memory.ts'
import texts from './texts.json' with { type: 'json' }

const DUSD = { symbol: 'DUSD', address: '0x00000000000000000000000000000000000000d1', decimals: 6 }
const directory: Directory = { baseUrl: '', chainId: 4663, isDevnet: true, tokens: [ETH, DUSD], pools: [] }
const launch = '0x00000000000000000000000000000000000000a1'
const bought: Memory = {
  last: { topic: 'prepare', slots: { launch } },
  proposal: { kind: 'trade', launch, side: 'buy', amount: '1' },
}

function topicOf(text: string, memory: Memory = bought): string | undefined {
  const question = Question.parse(text, directory)
  return choose(question, directory, memory).topic?.name
}

it('does not repeat the last trade when another action is described', () => {
  expect(topicOf('prepare it')).toBe('prepare')
  expect(topicOf('prepare an lp position with 0.5 ETH and DUSD between 2500 and 3500')).toBe('deposit')
  expect(topicOf('prepare a position in ETH/DUSD v4 with 0.5 ETH')).toBe('deposit')
  expect(topicOf('prepare a buy of SAILS for 1 ETH')).toBe('quote')
})

it('does not claim that a trade can be cancelled, or that none was signed', () => {
  expect(topicOf('cancel my buy')).toBe('cancel')
  expect(texts.cancel).toContain('A transaction that you signed in your wallet cannot be undone')
})

it('lists risks where advice is asked for', () => {
  expect(topicOf('Should I buy SAILS?')).toBe('safety')
})

it('keeps the typed text, for the capitals of a name', () => {
  expect(Question.parse('launch a token called Test Token with symbol TT', directory).text).toContain('Test Token')
})
