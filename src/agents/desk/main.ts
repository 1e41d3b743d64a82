import type { Card } from '#agents/Card.ts'
import { runAgent } from '#agents/runAgent.ts'
import { call, ServiceError } from '#agents/service.ts'
import type { Turn } from '#agents/Turn.ts'
import { converse, type DeskReply } from './converse.ts'
import { type Directory, readDirectory } from './Directory.ts'
import type { Memory } from './Memory.ts'
import { mayHoldSecret } from './model/mayHoldSecret.ts'
import { reason } from './model/reason.ts'
import type { Service } from './Service.ts'
import { type Card as Proposed, UNKNOWN } from './Topic.ts'

const REPLAYED_MAX = 12

const service: Service = async (method, path, body) => {
  try {
    return { status: 200, body: await call(method, path, body) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { status: error.status, body: { code: error.code, message: error.message, details: error.details } }
  }
}

let directory: Promise<Directory> | undefined

/** Answers one prompt; after a restart it first replays the history, without output. */
async function answer(turn: Turn): Promise<void> {
  directory ??= readDirectory(service)
  directory.catch(() => {
    directory = undefined
  })
  const around = { service, directory: await directory, now: () => new Date() }
  let memory = turn.memory['talk'] as Memory | undefined
  if (!memory) {
    memory = {}
    const asked = turn.history.filter(({ author }) => author === 'human').slice(-REPLAYED_MAX)
    for (const { content } of asked) memory = (await converse(content, memory, around)).memory
  }
  const understood = await converse(turn.text, memory, around)
  // The desk answers the messages that it understands, exactly and at no cost; the model answers the rest.
  const isForModel = understood.text.includes(UNKNOWN) && !mayHoldSecret(turn.text)
  const model = isForModel ? await findModel() : undefined
  const said = model ? await orRules(reason(turn, { model, memory, around }), understood) : understood
  turn.memory['talk'] = said.memory
  await turn.say(said.text)
  for (const card of [...said.cards.map(toCard), ...(said.facts ?? [])]) await turn.card(card)
}

/** The model of the box, or the first that the operator configured. */
async function findModel(): Promise<string | undefined> {
  // biome-ignore lint/style/noProcessEnv: the service sets it for the model that the creator chose.
  const chosen = process.env['DESK_MODEL']
  if (chosen) return chosen
  const { status, body } = await service('GET', '/egress/v1/models')
  return status === 200 ? body.data?.[0]?.id : undefined
}

async function orRules(reasoning: Promise<DeskReply>, understood: DeskReply): Promise<DeskReply> {
  return reasoning.catch((error: Error) => ({
    ...understood,
    text: `The model could not be asked: ${error.message}\n\n${understood.text}`,
  }))
}

function toCard({ kind, title, summary, warnings, ...data }: Proposed): Card {
  return {
    kind,
    title,
    words: [summary, ...data.steps.map((step) => `${step.title}: ${step.why}`)],
    warnings: [...warnings],
    data,
  }
}

runAgent({ name: 'desk', version: '1.2.0', answer })
