import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type IdentityProvider, startIdentityProvider } from '../setup/oauth/identityProvider.ts'
import { createPkce } from '../setup/oauth/oauthClient.ts'
import { installPython, runPython } from '../setup/pythonPeer.ts'
import { connectWallet, open, openSite, SCREENS, type SiteUnderTest } from '../setup/web/openSite.ts'
import { problemsOf } from '../setup/web/violationsOf.ts'

const python = await installPython()

let site: SiteUnderTest
let harbour: IdentityProvider
let server: Server
let redirectUrl: string
/** The page that the client's own server shows at `/frame`. */
let framed = ''
beforeAll(async () => {
  harbour = await startIdentityProvider()
  const OIDC_SIGN_IN = JSON.stringify([harbour.settings])
  site = await openSite({ isSeeded: false, env: { OAUTH_REGISTRATION: '1', OIDC_SIGN_IN } })
  harbour.register(site.url)
  server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(request.url === '/frame' ? framed : '<h1>Signed in. You may close this page.</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  redirectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
})
afterAll(async () => {
  server?.closeAllConnections()
  server?.close()
  await site?.[Symbol.asyncDispose]()
  await harbour?.[Symbol.asyncDispose]()
})

/** The memory of a client that signs in: what it was given, and where it sent the person. */
function createMemory(name: string) {
  const kept: Record<string, unknown> = {}
  let sentTo: URL | undefined
  return {
    sentTo: () => sentTo?.href ?? '',
    kept,
    provider: {
      redirectUrl,
      clientMetadata: {
        client_name: name,
        redirect_uris: [redirectUrl],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
      state: () => 'a-state',
      clientInformation: () => kept['client'],
      saveClientInformation: (client: unknown) => {
        kept['client'] = client
      },
      tokens: () => kept['tokens'],
      saveTokens: (tokens: unknown) => {
        kept['tokens'] = tokens
      },
      redirectToAuthorization: (url: URL) => {
        sentTo = url
      },
      saveCodeVerifier: (verifier: string) => {
        kept['verifier'] = verifier
      },
      codeVerifier: () => kept['verifier'],
    },
  }
}

type Memory = ReturnType<typeof createMemory>
type Connection = {
  call(name: string, input: object): Promise<{ isError?: boolean; structuredContent: Record<string, unknown> }>
  finish(answer: URLSearchParams): Promise<void>
  close(): Promise<void>
}

/** The clients of both lines, as their documents show it. */
const CLIENTS: Record<string, (memory: Memory) => Promise<Connection>> = {
  'SDK 1': async ({ provider }) => {
    const client = new Client({ name: 'test', version: '1' })
    const transport = new StreamableHTTPClientTransport(new URL(`${site.url}/mcp`), { authProvider: provider as never })
    await client.connect(transport as never)
    return {
      call: (name, input) => client.callTool({ name, arguments: input as never }) as never,
      finish: (answer) => transport.finishAuth(answer.get('code') ?? ''),
      close: () => client.close(),
    }
  },
  'SDK 2': async ({ provider }) => {
    const client = new NewClient({ name: 'test', version: '1' })
    const transport = new NewTransport(new URL(`${site.url}/mcp`), { authProvider: provider as never })
    await client.connect(transport)
    return {
      call: (name, input) => client.callTool({ name, arguments: input as never }) as never,
      finish: (answer) => transport.finishAuth(answer),
      close: () => client.close(),
    }
  },
}

/** Signs in with the wallet and connects the client; returns the answer that the client receives. */
async function decide(page: Page, url: string, button: RegExp): Promise<URLSearchParams> {
  await open(page, url)
  await connectWallet(page)
  await page.getByRole('button', { name: /^Sign in as 0x/ }).click()
  await page.getByRole('button', { name: button }).click()
  await page.waitForURL((to) => to.pathname === '/callback')
  return new URL(page.url()).searchParams
}

describe.each(Object.keys(CLIENTS))('%s', (name) => {
  test('reads at once, signs in for its first write, and is disconnected on the page of the keys', async () => {
    const memory = createMemory(`Agent of ${name}`)
    const connection = await CLIENTS[name]!(memory)
    expect((await connection.call('svc_arena_list_rooms', {})).isError).not.toBe(true)
    await expect(connection.call('svc_arena_create_room', { topic: name })).rejects.toThrow(/unauthorized/i)
    const { page, context } = await site.visit({ account: site.accounts[3] })
    const answer = await decide(page, memory.sentTo(), /^Connect 127\.0\.0\.1/)
    expect([answer.get('iss'), answer.get('state')]).toEqual([site.url, 'a-state'])
    await connection.finish(answer)
    const created = await connection.call('svc_arena_create_room', { topic: `Room of ${name}` })
    expect(created.structuredContent['room']).toMatchObject({ topic: `Room of ${name}` })

    await open(page, '/developers/keys')
    await page.getByText(`Agent of ${name}`).first().waitFor()
    await page.screenshot({ path: `${SCREENS}/connections-1440-light.png` })
    expect(await problemsOf(page)).toEqual([])
    await page.getByRole('button', { name: `Disconnect Agent of ${name}` }).click()
    await page.getByText(`Agent of ${name}`).waitFor({ state: 'detached' })
    const { access_token: token } = memory.kept['tokens'] as { access_token: string }
    const refused = await fetch(`${site.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('error="invalid_token"'),
    ])
    await connection.close()
    await context.close()
  })
})

describe.skipIf(python.missing).each(['auto', 'legacy'])('the Python SDK in mode %s', (mode) => {
  test('reads at once, and signs in for its first write', async () => {
    const { page, context } = await site.visit({ account: site.accounts[5] })
    const said = await runPython(['oauth', `${site.url}/mcp`, mode, redirectUrl], async ({ open: url }) =>
      url === undefined ? undefined : Object.fromEntries(await decide(page, String(url), /^Connect 127\.0\.0\.1/)),
    )
    expect(said.at(0)).toEqual({ read: true })
    expect(said.at(-1)).toMatchObject({ written: { room: { topic: `Python ${mode}` } } })
    await context.close()
  })
})

/** The address at which a client sends the person. */
async function startSignIn(name = 'Stranger', redirect = redirectUrl): Promise<string> {
  const registered = await fetch(`${site.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: name, redirect_uris: [redirect] }),
  })
  const { client_id } = (await registered.json()) as { client_id: string }
  return `${site.url}/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: redirect,
    code_challenge: createPkce().challenge,
    code_challenge_method: 'S256',
    scope: 'arena:write box:read',
    resource: `${site.url}/mcp`,
  })}`
}

test('the page of the decision says who asks for what, and a refusal gives no code', async () => {
  const { page, context } = await site.visit({ account: site.accounts[4] })
  await open(page, await startSignIn())
  for (const words of ['Stranger', 'Create, join and post in rooms', 'Read your boxes', '30 days', `${site.url}/mcp`])
    await page.getByText(words).first().waitFor()
  expect(await problemsOf(page)).toEqual([])
  await page.screenshot({ path: `${SCREENS}/consent-1440-light.png` })
  const answer = await decide(page, await startSignIn(), /^Refuse$/)
  expect([answer.get('error'), answer.get('code')]).toEqual(['access_denied', null])
  await context.close()
})

/** Where the clients of our guides send people back to, as those clients register it. */
const GUIDED: Record<string, [name: string, redirectUri: string]> = {
  claude: ['Claude', 'https://claude.ai/api/mcp/auth_callback'],
  chatgpt: ['ChatGPT', 'https://chatgpt.com/connector_platform_oauth_redirect'],
  cursor: ['Cursor', 'cursor://anysphere.cursor-mcp/oauth/callback'],
  'vs-code': ['Visual Studio Code', 'http://127.0.0.1:33418/'],
  codex: ['Codex', 'http://127.0.0.1:40903/callback'],
}

test('the clients of our guides reach the page of the decision, which shows them as they are', async () => {
  const { page, context } = await site.visit()
  for (const [id, [name, redirect]] of Object.entries(GUIDED)) {
    await open(page, await startSignIn(name, redirect))
    await page.getByText(`${name} asks to act for you`).waitFor()
    const { protocol, host } = new URL(redirect)
    await page.getByText(`${protocol}//${host}`, { exact: true }).waitFor()
    await page.screenshot({ path: `${SCREENS}/consent-${id}-1440-light.png` })
  }
  await context.close()
})

test('a person of an identity provider connects a client, and disconnects it on the page of the keys', async () => {
  const { page, context } = await site.visit()
  const signIn = page.getByRole('button', { name: 'Sign in with Harbour ID' })
  await open(page, await startSignIn())
  await signIn.click()
  await page.waitForURL((url) => url.origin === harbour.issuer)
  await page.locator('input[name=login]').fill('ada')
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Signed in as ada').waitFor()
  expect([new URL(page.url()).origin, new URL(page.url()).hash]).toEqual([site.url, ''])
  expect(await problemsOf(page)).toEqual([])
  await page.screenshot({ path: `${SCREENS}/consent-signed-in-1440-light.png` })
  await page.getByRole('button', { name: /^Connect 127\.0\.0\.1/ }).click()
  await page.waitForURL((to) => to.pathname === '/callback')
  expect(new URL(page.url()).searchParams.get('code')).toBeTruthy()

  await open(page, '/developers/keys')
  // The provider remembers the person and sends them back at once.
  await signIn.click()
  await page.getByText('Signed in as ada').waitFor()
  expect([new URL(page.url()).pathname, new URL(page.url()).hash]).toEqual(['/developers/keys', ''])
  expect(await problemsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Disconnect Stranger' }).click()
  await page.getByText('No clients yet').waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signIn.waitFor()
  await context.close()
})

test('the page of the decision cannot be framed by another site', async () => {
  const { page, context } = await site.visit()
  await open(page, await startSignIn())
  const headers = (await page.request.get(page.url())).headers()
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  framed = `<iframe src="${page.url()}"></iframe>`
  await page.goto(new URL('/frame', redirectUrl).href)
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/)
  await context.close()
})
