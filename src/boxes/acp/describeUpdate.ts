import type { ContentBlock, SessionUpdate } from '@agentclientprotocol/sdk'
import { z } from 'zod'
import { CARD_TYPE } from '#agents/Card.ts'
import { toStorableJson } from '#boxes/rules/storable.ts'
import { multiLine, oneLine } from '#core/UntrustedText.ts'

/** A card as it is stored and shown. An agent wrote its texts: they are data. */
export const CardRecord = z.object({
  kind: z.enum(['transaction', 'approval', 'signature', 'quote', 'table', 'link']),
  title: z.string(),
  words: z.array(z.string()),
  warnings: z.array(z.string()).optional(),
  data: z.unknown().optional(),
})

/** An update of an agent while it answers. */
export const UpdateRecord = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('thought'), text: z.string() }),
  z.object({ type: z.literal('card'), card: CardRecord }),
  z.object({
    type: z.literal('step'),
    stepId: z.string(),
    title: z.string().optional(),
    status: z.string().optional(),
  }),
  z.object({ type: z.literal('plan'), entries: z.array(z.object({ content: z.string(), status: z.string() })) }),
])

export type Card = z.output<typeof CardRecord>
export type Update = z.output<typeof UpdateRecord>

const TEXT_MAX = 100_000
const CARD_LENGTH_MAX = 64_000
const CARD_LINES_MAX = 50
const LINE_MAX = 2_000
const TITLE_MAX = 500
const ID_MAX = 200
const PLAN_ENTRIES_MAX = 100

/** An update of the protocol as ours; undefined for kinds that readers do not need. */
export function describeUpdate(update: SessionUpdate): Update | undefined {
  if (update.sessionUpdate === 'agent_message_chunk') return describeContent(update.content)
  if (update.sessionUpdate === 'agent_thought_chunk')
    return update.content.type === 'text' ? { type: 'thought', text: cleanPiece(update.content.text) } : undefined
  if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update') {
    const { toolCallId, title, status } = update
    return {
      type: 'step',
      stepId: clip(toolCallId, ID_MAX),
      ...(title && { title: clip(title, TITLE_MAX) }),
      ...(status && { status: clip(status, ID_MAX) }),
    }
  }
  if (update.sessionUpdate === 'plan')
    return {
      type: 'plan',
      entries: update.entries
        .slice(0, PLAN_ENTRIES_MAX)
        .map(({ content, status }) => ({ content: clip(content, TITLE_MAX), status: clip(status, ID_MAX) })),
    }
  return undefined
}

function describeContent(content: ContentBlock): Update | undefined {
  if (content.type === 'text') return { type: 'text', text: cleanPiece(content.text) }
  if (content.type === 'resource_link') return { type: 'text', text: cleanPiece(content.uri) }
  if (content.type !== 'resource' || content.resource.mimeType !== CARD_TYPE || !('text' in content.resource))
    return undefined
  const card = parseCard(content.resource.text)
  return card && { type: 'card', card }
}

/** A card as an update of the protocol, so that it is checked like those of agents. */
export function cardUpdate(card: object): SessionUpdate {
  const resource = { uri: 'card:transaction', mimeType: CARD_TYPE, text: JSON.stringify(card) }
  return { sessionUpdate: 'agent_message_chunk', content: { type: 'resource', resource } }
}

/** The card in a text; undefined for one that is invalid, too long or nested too deeply. */
function parseCard(text: string): Card | undefined {
  if (text.length > CARD_LENGTH_MAX) return undefined
  const parsed = CardRecord.safeParse(parseJson(text))
  if (!parsed.success) return undefined
  const { title, words, warnings, ...rest } = parsed.data
  return {
    ...rest,
    title: clip(title, TITLE_MAX),
    words: clipAll(words),
    ...(warnings && { warnings: clipAll(warnings) }),
  }
}

function parseJson(text: string): unknown {
  try {
    return toStorableJson(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Cut before it is sanitized: the agent chooses the length. */
function clip(text: string, max: number): string {
  return oneLine(text.slice(0, max))
}

function clipAll(lines: readonly string[]): string[] {
  return lines.slice(0, CARD_LINES_MAX).map((line) => clip(line, LINE_MAX))
}

/** Sanitizes a piece of a longer text, and keeps the spaces at its ends. */
function cleanPiece(text: string): string {
  const piece = text.slice(0, TEXT_MAX)
  let start = 0
  while (SPACES.includes(piece[start])) start++
  // An expression that ends with `$` would try every space of a long run.
  let end = piece.length
  while (end > start && SPACES.includes(piece[end - 1])) end--
  return piece.slice(0, start) + multiLine(piece) + piece.slice(end)
}

const SPACES: readonly unknown[] = [' ', '\n', '\t']
