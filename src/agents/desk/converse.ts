import { choose, named } from './chooseTopic.ts'
import type { Directory } from './Directory.ts'
import * as Question from './language/Question.ts'
import type { Memory, Slots } from './Memory.ts'
import { Refused, type Service } from './Service.ts'
import { type Card, type Desk, type FactsCard, type Reply, type Topic, UNKNOWN } from './Topic.ts'
import texts from './texts.json' with { type: 'json' }
import { holdsSecret } from './topics/statics.ts'

export type DeskReply = { text: string; cards: readonly Card[]; facts?: readonly FactsCard[]; memory: Memory }
type Around = { service: Service; directory: Directory; now: () => Date }

/** Answers one message, sentence by sentence, and remembers its subject. */
export async function converse(message: string, memory: Memory, around: Around): Promise<DeskReply> {
  if (holdsSecret(message)) return { ...(await answerWith('secret', memory, around)), memory }
  const wallet = WALLET.exec(message)?.[1]
  let said: DeskReply = { text: '', cards: [], memory: wallet ? { ...memory, wallet } : memory }
  for (const sentence of sentencesOf(message)) {
    const next = await answerSentence(sentence, said.memory, around)
    const isSaid = said.text.includes(next.text)
    said = {
      text: isSaid ? said.text : [said.text, next.text].filter(Boolean).join('\n\n'),
      cards: [...said.cards, ...next.cards],
      facts: [...(said.facts ?? []), ...(next.facts ?? [])],
      memory: next.memory,
    }
  }
  return said.text ? said : answerSentence('help', memory, around)
}

/** A wallet named anywhere in a message applies to all of it. */
const WALLET = /\bmy (?:wallet|address|account)(?: address)?(?: is|:)? (0x[0-9a-f]{40})\b/i
const SENTENCES_MAX = 4

function sentencesOf(message: string): string[] {
  const parts = message.split(/(?<=[?!])\s+|\n+|;\s+|(?<=\p{L})\.\s+(?=\p{L})/u).map((part) => part.trim())
  return parts.filter((part) => /[\p{L}\p{N}]/u.test(part)).slice(0, SENTENCES_MAX)
}

async function answerSentence(sentence: string, memory: Memory, around: Around): Promise<DeskReply> {
  const question = Question.parse(sentence, around.directory)
  const { topic, slots, nearest = [] } = choose(question, around.directory, memory)
  if (!topic) return { text: notUnderstood(nearest), cards: [], memory }
  const known = slots.wallet && !OF_OTHERS.has(topic.name) ? { ...memory, wallet: slots.wallet } : memory
  const desk: Desk = { ...around, question, slots, memory: known }
  const reply = await Promise.resolve(topic.answer(desk)).catch(explain)
  if (reply.text === UNKNOWN) return { text: UNKNOWN, cards: [], memory }
  const { text, cards = [], facts = [] } = reply
  return { text, cards, facts, memory: remember(known, { topic, slots, reply }) }
}

async function answerWith(name: string, memory: Memory, around: Around): Promise<Pick<DeskReply, 'text' | 'cards'>> {
  const topic = named(name)
  const question = Question.parse('', around.directory)
  const reply = await topic?.answer({ ...around, question, slots: {}, memory })
  return { text: reply?.text ?? UNKNOWN, cards: [] }
}

/** Topics that may be about another person's wallet, or about text that is not an address. */
const OF_OTHERS = new Set(['pasted', 'launchedBy', 'trades', 'transfer'])

/** The things the desk can do that are nearest to the sentence. */
function notUnderstood(nearest: readonly string[]): string {
  return [UNKNOWN, ...(nearest.length > 0 ? ['The nearest I can do:'] : []), ...nearest.map((one) => `- ${one}`)].join(
    '\n',
  )
}

/** Topics that do not change the subject of the conversation. */
const PASSING = new Set(['wallet', 'help', ...Object.keys(texts)])

function remember(memory: Memory, { topic, slots, reply }: { topic: Topic; slots: Slots; reply: Reply }): Memory {
  const { pending: _answered, ...kept } = memory
  const about = { ...slots, ...reply.slots }
  const wallet = OF_OTHERS.has(topic.name) ? undefined : (reply.wallet ?? slots.wallet)
  return {
    ...kept,
    ...(wallet && { wallet }),
    ...(!PASSING.has(topic.name) && { last: { topic: topic.name, slots: about } }),
    ...(reply.proposal && { proposal: reply.proposal }),
    ...(reply.missing && { pending: { topic: topic.name, slots: about, missing: reply.missing } }),
  }
}

/** Replies with the error message of the service; any other failure is rethrown. */
function explain(error: unknown): Reply {
  if (error instanceof Refused) return { text: `The service says: ${error.message}` }
  return { text: 'I could not reach the service just now. Ask again in a moment.' }
}
