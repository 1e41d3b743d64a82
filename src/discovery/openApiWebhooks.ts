import type { Webhook } from '#core/Webhook.ts'

type Json = Record<string, unknown>

/** The `webhooks` of the document: the messages that receivers get, and their responses. */
export function openApiWebhooks(webhooks: readonly Webhook[]): Json {
  return Object.fromEntries(webhooks.map((webhook) => [webhook.name, { post: describe(webhook) }]))
}

function describe({ name, summary, example }: Webhook): Json {
  return {
    operationId: `on${name
      .split(/[^a-z]+/i)
      .map(capitalized)
      .join('')}`,
    summary,
    description:
      'Signed as Standard Webhooks describes. Respond with 2xx within 10 seconds. After any other response the message is retried for 24 hours; 410 disables the endpoint. Ignore a `webhook-id` that you have seen.',
    tags: ['rules'],
    parameters: [
      header('webhook-id', 'The id of the event, the same in every attempt.'),
      header('webhook-timestamp', 'Seconds since 1970, when the attempt was made.'),
      header('webhook-signature', 'Signatures `v1,…` separated by spaces, one for each valid secret.'),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(example), examples: { example: { value: example } } } },
    },
    responses: {
      '2XX': { description: 'Received.' },
      '4XX': { description: 'Not received. The message is retried, except after 410.' },
    },
    security: [],
  }
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function header(name: string, description: string): Json {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } }
}

/** The shape of an example, all of whose fields are always sent. */
function schemaOf(value: unknown): Json {
  if (Array.isArray(value)) return { type: 'array', items: schemaOf(value[0]) }
  if (typeof value === 'number') return { type: 'integer' }
  if (value === null) return { type: ['string', 'null'] }
  if (typeof value !== 'object') return { type: typeof value }
  const properties = Object.entries(value).map(([name, field]) => [name, schemaOf(field)])
  return { type: 'object', required: Object.keys(value), properties: Object.fromEntries(properties) }
}
