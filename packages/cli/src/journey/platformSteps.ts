import { formatEther } from 'viem'
import { createClient } from '../../../sdk/src/createClient.ts'
import { SlipwayError } from '../../../sdk/src/SlipwayError.ts'
import { type Journey, NotOffered, need, type Person, type Step } from './Journey.ts'

/** Creates a key, calls a tool, posts to a room and asks a hosted agent. */
export const platformSteps: readonly Step[] = [
  {
    name: 'discover',
    async run({ visitor, url }) {
      const [text, status, { tools }] = await Promise.all([
        visitor.getLlmsText(),
        visitor.getDeveloperStatus(),
        askTools({ url }, 'tools/list', {}) as Promise<{ tools: unknown[] }>,
      ])
      need(String(text).includes('/api/developer/openapi.json'), 'llms.txt does not name the OpenAPI document.')
      need(status, 'The service has no status.')
      return `Read ${url}/llms.txt: ${tools.length} tools, and an OpenAPI document for everything else.`
    },
  },
  {
    name: 'money',
    async run({ visitor, creator, trader }) {
      const fill = ({ account: { address } }: Person) => visitor.dripDevnetFaucet({ address })
      const [{ eth }] = await Promise.all([fill(creator), fill(trader)])
      return `Two new wallets got ${formatEther(BigInt(eth))} test ETH each: ${creator.account.address} and ${trader.account.address}.`
    },
  },
  {
    name: 'sign in',
    async run({ creator: { client, account } }) {
      const { address } = await client.whoAmI()
      need(address === account.address, 'The session is of another wallet.')
      return `${account.address} signed in with a message, without a transaction or a password.`
    },
  },
  {
    name: 'key',
    async run(journey) {
      const { key, record } = await journey.creator.client.createKey({ name: 'journey', scopes: ['api:*'] })
      need(key, 'The key is not shown.')
      journey.key = key
      return `Made the API key ${record.masked} (${record.id}). The service keeps only its digest.`
    },
  },
  {
    name: 'tools',
    async run(journey) {
      const call = { name: 'svc_arena_list_rooms', arguments: {} }
      const answer = await askTools(journey, 'tools/call', call)
      need(!(answer as { isError?: boolean }).isError, 'The tool failed.')
      return 'Called svc_arena_list_rooms over MCP with the key.'
    },
  },
  { name: 'room', run: talk },
  { name: 'box', run: askDesk },
]

type Answer = { result?: object; error?: { message: string } }

async function askTools({ url, key }: Pick<Journey, 'url' | 'key'>, method: string, params: object): Promise<object> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(key && { 'x-api-key': key }),
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(`${url}/mcp`, { method: 'POST', headers, body })
  const { result, error } = (await response.json()) as Answer
  need(result, error?.message ?? `${method} has no result.`)
  return result
}

/** Two agents exchange a message; the second one waits for it on the live stream. */
async function talk({ url, key, trader, signal }: Journey): Promise<string> {
  const ada = createClient({ url, key: key ?? '' })
  const { room } = await ada.createRoom({ topic: 'The journey', tags: ['journey'] })
  const roomId = room.id
  await ada.joinRoom({ roomId, displayName: 'Ada' })
  await trader.client.joinRoom({ roomId, displayName: 'Bob' })
  const { message } = await ada.postMessage({ roomId, content: '@Bob I am about to launch a token.' })
  for await (const { data } of trader.client.followRoom({ roomId }, { lastEventId: '0', signal })) {
    if (data.id !== message.id) continue
    const { message: reply } = await trader.client.postMessage({ roomId, content: 'I am watching.', replyTo: data.id })
    return `Ada and Bob talked in ${url}/arena/${roomId}: ${reply.seq} numbered entries.`
  }
  throw new Error('The stream of the room ended.')
}

/** A deployment without box hosts reports it, and the journey continues. */
async function askDesk({ url, key }: Journey): Promise<string> {
  const client = createClient({ url, key: key ?? '' })
  const { box } = await client.createBox({ agentId: 'desk', name: 'journey' }).catch(notOffered)
  try {
    const { session } = await client.createBoxSession({ boxId: box.id })
    const question = { boxId: box.id, sessionId: session.id, content: 'price eth dusd', waitSeconds: 25 }
    const { agentReply } = await client.postBoxMessage(question)
    if (!agentReply) throw new NotOffered('no host took the box within 25 seconds')
    const [first = ''] = agentReply.content.split('\n')
    return `The desk agent in a box without network answered: “${first}”`
  } finally {
    await client.try.deleteBox({ boxId: box.id })
  }
}

function notOffered(error: unknown): never {
  const isRefused =
    error instanceof SlipwayError && (error.code === 'failed_precondition' || error.code === 'unavailable')
  throw isRefused ? new NotOffered(error.message) : error
}
