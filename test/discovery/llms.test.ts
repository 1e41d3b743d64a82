import { type Hex, parseEventLogs } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { json } from '../setup/json.ts'
import { type ListeningService, startListeningService } from '../setup/listening.ts'
import { untilBoxesRun, untilReady } from '../setup/untilReady.ts'

let service: ListeningService
let text: string
beforeAll(async () => {
  service = await startListeningService({ BOXES_MAX: '2' })
  await untilReady(service)
  await untilBoxesRun(service)
  text = await (await fetch(`${service.url}/llms.txt`)).text()
})
afterAll(() => service?.[Symbol.asyncDispose]())

/** Finds a pattern in the text; the error quotes the pattern. */
function find(pattern: RegExp): RegExpExecArray {
  const found = pattern.exec(text)
  if (!found) throw new Error(`/llms.txt has nothing like ${pattern}.`)
  return found
}

type Command = { url: string; init: RequestInit }

/** The commands of the text in its order, as requests. */
function commands(): Command[] {
  return [...text.matchAll(/`curl (\S+)((?: -[Hd] (?:'[^']*'|"[^"]*"))*)`/g)].map(([, url = '', options = '']) => {
    const given = [...options.matchAll(/ -([Hd]) ['"](.*?)['"](?= -|$)/g)]
    const headers = given.filter(([, option]) => option === 'H').map(([, , value = '']) => value.split(': ', 2))
    const body = given.find(([, option]) => option === 'd')?.[2]
    return { url, init: { headers: Object.fromEntries(headers), ...(body !== undefined && { method: 'POST', body }) } }
  })
}

const commandOf = (path: string): Command => {
  const found = commands().find(({ url }) => new URL(url).pathname === path)
  if (!found) throw new Error(`/llms.txt has no command for ${path}.`)
  return found
}

async function ask({ url, init }: Command): Promise<unknown> {
  const response = await fetch(url, init)
  const body = await response.text()
  expect([url, response.status, body]).toEqual([url, 200, body])
  return JSON.parse(body)
}

const account = privateKeyToAccount(generatePrivateKey())
let apiKey: string

test('every link of /llms.txt leads somewhere', async () => {
  expect(text).toMatch(/^# Slipway\n\n> /)
  const links = [...text.matchAll(/\]\((http[^)]+)\)/g)].map(([, url = '']) => url)
  expect(links.length).toBeGreaterThan(15)
  for (const url of links) {
    const { status } = await fetch(url)
    // Pages are there once they are built; documents always are.
    const isPage = /^\/($|launch|rh-|developers|status|design|explain|pools|positions|portfolio|arena|boxes)/.test(
      new URL(url).pathname,
    )
    expect([url, status]).toEqual([url, isPage && status === 503 ? 503 : 200])
  }
})

test('first, a reader discovers: the status, the OpenAPI document, and no path that it does not list', async () => {
  expect(await ask(commandOf('/api/developer/status'))).toMatchObject({ status: 'ok' })
  const { paths } = (await ask(commandOf('/api/developer/openapi.json'))) as { paths: Record<string, unknown> }
  const named = [...text.matchAll(/(?:POST|GET|curl) (http[^\s`]+?)[.,]?(?=[\s`]|$)/g)].map(
    ([, url = '']) => new URL(url).pathname,
  )
  expect(named.length).toBeGreaterThan(6)
  for (const path of named) expect(Object.keys(paths)).toContain(path)
})

test('second, it creates a key by the listed steps', async () => {
  const [, nonceUrl = ''] = find(/1\. POST (\S+) with \{\} returns \{"nonce"\}/)
  const { nonce } = await json(post(nonceUrl, {}))
  const [, domain = '', uri = '', chainId = ''] = find(/domain (\S+), URI (\S+), version 1, chain id (\d+)/)
  const { address } = account
  const message = createSiweMessage({ address, chainId: Number(chainId), domain, uri, nonce, version: '1' })
  const [, verifyUrl = ''] = find(/3\. POST (\S+) with \{"message", "signature"\} returns \{"token"\}/)
  const { token } = await json(post(verifyUrl, { message, signature: await account.signMessage({ message }) }))
  const [, keysUrl = '', body = ''] = find(
    /4\. POST (\S+) with "Authorization: Bearer <SESSION_TOKEN>" and (\{.*?\}) returns/,
  )
  const made = await json(post(keysUrl, JSON.parse(body), { authorization: `Bearer ${token}` }))
  expect(made.key).toMatch(/^svc_sk_/)
  apiKey = made.key
})

test('third, it calls the discovery tool, then uses a room and a box with ids from earlier responses', async () => {
  const first = commandOf('/mcp')
  const found = (await ask(first)) as { result: { structuredContent: { tools: object[] } } }
  expect(found.result.structuredContent.tools).toHaveLength(12)
  const known: Record<string, { id?: string }> = {}
  const flow = [...text.matchAll(/^- `(svc_\w+)` `(\{.*\})`$/gm)]
  expect(flow.length).toBe(9)
  for (const [, name = '', input = ''] of flow) {
    const filled = input.replaceAll(/<(\w+)\.id>/g, (_, noun: string) => known[noun]?.id ?? `no ${noun}`)
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: JSON.parse(filled) },
    })
    const headers = { ...(first.init.headers as object), authorization: `Bearer ${apiKey}` }
    const { result, error } = await untilAvailable(() => json(fetch(first.url, { method: 'POST', headers, body })))
    expect([name, error, result?.isError && result.content]).toEqual([name, undefined, false])
    for (const noun of ['room', 'box', 'session']) known[noun] = result.structuredContent[noun] ?? known[noun]
    if (name === 'svc_box_post_session_message') expect(result.content[0].text).toContain('1 WETH = 3,000')
  }
})

test('fourth and fifth, it reads by REST, prepares a launch, and the wallet sends it once the user agrees', async () => {
  expect(await ask(commandOf('/api/launchpad/tokens'))).toMatchObject({ tokens: expect.any(Array) })
  const { url, init } = commandOf('/api/launchpad/prepare')
  const { address } = service.devnet.account(1)
  const body = String(init.body).replace('<wallet address>', address)
  const { transaction, warnings } = (await ask({ url, init: { ...init, body } })) as {
    transaction: { to: Hex; data: Hex; value: Hex; chainId: number }
    warnings: { message: string }[]
  }
  expect(transaction.chainId).toBe(4663)
  expect(warnings.length).toBeGreaterThan(0)
  const { to, data, value } = transaction
  const { status, logs } = await service.devnet.send(1, { to, data, value: BigInt(value) })
  const [created] = parseEventLogs({ abi: launchpadAbi, logs, eventName: 'TokenCreated' })
  expect([status, created?.args.token]).toEqual(['success', expect.stringMatching(/^0x/)])
  const token = `${service.url}/api/launchpad/token?address=${created?.args.token}`
  expect(await json(fetch(token))).toMatchObject({ symbol: 'SMPL' })
})

/** A service that says that it is too busy is asked again, as its hint says. */
async function untilAvailable<Answer extends { error?: { data?: { code?: string } } }>(
  send: () => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await send()
    if (answer.error?.data?.code !== 'unavailable' || tries === 5) return answer
  }
}

function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}
