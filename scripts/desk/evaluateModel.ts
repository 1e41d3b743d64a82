import { readFileSync } from 'node:fs'
import { classify } from '../../src/agents/desk/language/classify.ts'
import * as Question from '../../src/agents/desk/language/Question.ts'
import { slotsOf } from '../../src/agents/desk/slotsOf.ts'
import { DIRECTORY, expand, type Phrasing, readPhrasings } from './phrasings.ts'

/** Questions written after the phrasings; they are never trained on. */
const UNSEEN = new URL('../../test/setup/boxes/deskQuestions.txt', import.meta.url)

export type Score = { right: number; all: number }
export type Wrong = { text: string; intent: string; guess: string }
export type Evaluation = {
  byIntent: Map<string, Score>
  heldOut: Score
  byHand: Score
  slots: Score
  unseen: Score
  wrong: Wrong[]
}

/** The classifier and the slots, on phrasings that were kept out of training and on the unseen questions. */
export function evaluateModel(): Evaluation {
  const lines = readPhrasings().lines.filter(({ isHeldOut }) => isHeldOut)
  const heldOut = lines.flatMap((line) => expand(line, 1).map((phrasing) => ({ ...phrasing, isByHand: line.isByHand })))
  const unseen = readUnseen()
  const byIntent = Map.groupBy(heldOut, ({ intent }) => intent)
  return {
    byIntent: new Map([...byIntent].map(([intent, phrasings]) => [intent, scoreOf(phrasings)])),
    heldOut: scoreOf(heldOut),
    byHand: scoreOf(heldOut.filter(({ isByHand }) => isByHand)),
    slots: slotScore(heldOut),
    unseen: scoreOf(unseen),
    wrong: unseen.flatMap((one) => (isRight(one) ? [] : [{ ...one, guess: guessOf(one.text) }])),
  }
}

function readUnseen(): Pick<Phrasing, 'intent' | 'text'>[] {
  const lines = readFileSync(UNSEEN, 'utf8').trim().split('\n')
  return lines.map((line) => ({ intent: line.slice(0, line.indexOf(': ')), text: line.slice(line.indexOf(': ') + 2) }))
}

const guessOf = (text: string) => classify(text, DIRECTORY)[0]?.intent ?? 'other'
const isRight = ({ intent, text }: Pick<Phrasing, 'intent' | 'text'>) => guessOf(text) === intent

function scoreOf(phrasings: readonly Pick<Phrasing, 'intent' | 'text'>[]): Score {
  return { right: phrasings.filter(isRight).length, all: phrasings.length }
}

/** Whether the value of each place of a phrasing is found again. */
function slotScore(phrasings: readonly Phrasing[]): Score {
  const found = phrasings.flatMap(({ intent, text, values }) => {
    const question = Question.parse(text, DIRECTORY)
    const slots = slotsOf(question, DIRECTORY, intent)
    return Object.entries(values).flatMap(([name, value]) => READ[name]?.({ question, slots, value }) ?? [])
  })
  return { right: found.filter(Boolean).length, all: found.length }
}

type Filled = { question: Question.Question; slots: ReturnType<typeof slotsOf>; value: string }

const AMOUNTS: Record<string, string> = {
  'half an ether': '0.5',
  '0,3 eth': '0.3',
  '1.5k dusd': '1500',
  '.1 ether': '0.1',
}

/** How to look for the value of a place. */
const READ: Record<string, (filled: Filled) => boolean> = {
  launch: ({ question, slots, value }) =>
    value.startsWith('0x')
      ? slots.launch === value || slots.pool === value
      : question.names.includes(value.replace('$', '')),
  wallet: ({ slots, value }) => [slots.wallet, slots.launch].includes(value),
  token: ({ question, value }) => question.tokens.some(({ symbol }) => symbol === value.toUpperCase()),
  amount: ({ question, value }) => question.amount?.value === (AMOUNTS[value] ?? value.split(' ')[0]),
  version: ({ question, value }) => question.protocol !== undefined && /v[234]/i.test(value),
  range: ({ question }) => question.range !== undefined,
}
