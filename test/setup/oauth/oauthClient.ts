import { createHash, randomBytes } from 'node:crypto'
import type { App } from '#http/createApp.ts'
import { readReply } from '../jsonRequest.ts'
import { BASE_URL, type KeysService, type Reply } from '../keys/keysService.ts'

/** A browser's cookies by path, as far as the sign-in needs them. */
export type Browser = { cookies: Map<string, { value: string; path: string }>; visit: Visit }
type Visit = (method: string, path: string, options?: { token?: string; body?: unknown }) => Promise<Response>

/** A browser that follows nothing by itself. */
export function createBrowser(app: App, baseUrl: string): Browser {
  const cookies: Browser['cookies'] = new Map()
  const visit: Visit = async (method, path, { token, body } = {}) => {
    const { pathname } = new URL(path, baseUrl)
    const sent = [...cookies].filter(([, { path: scope }]) => pathname.startsWith(scope))
    const response = await app.fetch(
      new Request(new URL(path, baseUrl), {
        method,
        redirect: 'manual',
        headers: {
          accept: 'text/html,application/json',
          cookie: sent.map(([name, { value }]) => `${name.split(' ')[0]}=${value}`).join('; '),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      const scope = /path=([^;]+)/i.exec(line)?.[1] ?? '/'
      cookies.set(`${name} ${scope}`, { value, path: scope })
    }
    return response
  }
  return { cookies, visit }
}

export type Pkce = { verifier: string; challenge: string }

export function createPkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export type Tokens = {
  access_token: string
  refresh_token: string
  expires_in: number
  scope: string
  token_type: string
}

export const REDIRECT = 'http://127.0.0.1:3999/callback'

type Service = { app: App; send: KeysService['send']; signIn: KeysService['signIn'] }
type Fields = Record<string, string>

/** Registers a public client and returns its id. */
export async function registerClient({ send }: Service, metadata: object = {}): Promise<string> {
  const body = { client_name: 'Test client', redirect_uris: [REDIRECT], ...metadata }
  const reply = await send('POST', '/oauth/register', { body })
  if (reply.status !== 201) throw new Error(`Not registered: ${JSON.stringify(reply.body)}`)
  return String(reply.body['client_id'])
}

export function authorizationPath(clientId: string, { challenge }: Pkce, changes: Fields = {}): string {
  return `/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    scope: 'arena:read arena:write',
    resource: `${BASE_URL}/mcp`,
    state: 'a-state',
    ...changes,
  })}`
}

type Start = { clientId: string; pkce: Pkce; changes?: Fields; token?: string }

/** Signs in and approves in a browser of its own; returns the address that the client receives. */
export async function approve(service: Service, { clientId, pkce, changes, token }: Start): Promise<URL> {
  const browser = createBrowser(service.app, BASE_URL)
  const started = await browser.visit('GET', authorizationPath(clientId, pkce, changes))
  const page = started.headers.get('location') ?? ''
  const person = token ?? (await service.signIn())
  const decision = await browser.visit('POST', `${page}/decision`, { token: person, body: { approve: true } })
  const { redirectTo } = (await decision.json()) as { redirectTo: string }
  const resumed = await browser.visit('GET', redirectTo)
  return new URL(resumed.headers.get('location') ?? '')
}

/** Posts a form, as OAuth clients do. */
export async function postForm({ app }: Service, path: string, fields: Fields): Promise<Reply> {
  const response = await app.fetch(
    new Request(BASE_URL + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    }),
  )
  return readReply(response)
}

export function exchange(
  service: Service,
  { clientId, pkce }: Start,
  code: string,
  changes: Fields = {},
): Promise<Reply> {
  const fields = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, client_id: clientId }
  return postForm(service, '/oauth/token', { ...fields, code_verifier: pkce.verifier, ...changes })
}

export function refresh(service: Service, clientId: string, token: string, changes: Fields = {}): Promise<Reply> {
  const fields = { grant_type: 'refresh_token', refresh_token: token, client_id: clientId }
  return postForm(service, '/oauth/token', { ...fields, ...changes })
}

export type Connected = { clientId: string; tokens: Tokens; token: string }

/** A client that a person has approved, with its tokens. */
export async function connect(service: Service, changes: Fields = {}): Promise<Connected> {
  const token = await service.signIn()
  const start = { clientId: await registerClient(service), pkce: createPkce(), changes, token }
  const code = (await approve(service, start)).searchParams.get('code') ?? ''
  const { status, body } = await exchange(service, start, code)
  if (status !== 200) throw new Error(`No tokens: ${JSON.stringify(body)}`)
  return { clientId: start.clientId, tokens: body as unknown as Tokens, token }
}
