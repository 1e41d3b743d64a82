import { Role, type Task, TaskState, verifyAgentCardSignature } from '@a2a-js/sdk'
import { ClientFactory, JsonRpcTransportFactory } from '@a2a-js/sdk/client'
import { importJWK, type JWK } from 'jose'

type Verify = ReturnType<typeof verifyAgentCardSignature>

/** The agent card, as served, verifies against the deployment's own keys. */
export async function checkCard(baseUrl: string): Promise<void> {
  const card = (await (await fetch(`${baseUrl}/.well-known/agent-card.json`)).json()) as Parameters<Verify>[0]
  const { keys } = (await (await fetch(`${baseUrl}/.well-known/jwks.json`)).json()) as { keys: JWK[] }
  const verify = verifyAgentCardSignature(async (kid) => {
    const key = keys.find((one) => one.kid === kid)
    if (!key) throw new Error('the card is signed by a key that is not in the JWKS')
    return (await importJWK(key, 'EdDSA')) as CryptoKey
  })
  // The signature covers the JSON, so the card is not parsed first.
  await verify(card)
}

/** One question to the desk agent, answered; without a key, refused in the form of the protocol. */
export async function checkRoundTrip(baseUrl: string, key: string | undefined): Promise<void> {
  if (key === undefined) return checkRefusal(baseUrl)
  const fetchImpl: typeof fetch = (url, init) =>
    fetch(url, { ...init, headers: { ...(init?.headers as Record<string, string>), 'x-api-key': key } })
  const client = await new ClientFactory({ transports: [new JsonRpcTransportFactory({ fetchImpl })] }).createFromUrl(
    baseUrl,
  )
  const content = { $case: 'text' as const, value: 'help' }
  const parts = [{ content, metadata: undefined, filename: '', mediaType: 'text/plain' }]
  const place = { contextId: '', taskId: '', metadata: undefined, extensions: [], referenceTaskIds: [] }
  const message = { messageId: crypto.randomUUID(), role: Role.ROLE_USER, parts, ...place }
  const task = (await client.sendMessage({
    tenant: '',
    message,
    configuration: undefined,
    metadata: undefined,
  })) as Task
  if (task.status?.state !== TaskState.TASK_STATE_COMPLETED) throw new Error('the desk agent did not answer')
}

async function checkRefusal(baseUrl: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${baseUrl}/a2a`, {
    method: 'POST',
    headers,
    body: '{"jsonrpc":"2.0","id":1,"method":"ListTasks","params":{}}',
  })
  const { error } = (await response.json()) as { error?: { code: number } }
  if (response.status !== 401 || error === undefined)
    throw new Error('/a2a without a key is not refused in the form of the protocol')
}
