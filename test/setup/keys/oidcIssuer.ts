import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'

export type TestIssuer = AsyncDisposable & {
  issuer: string
  /** A token as this provider would sign it, with anything in it changed. */
  token(claims?: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>
  publicKey: CryptoKey
  /** How often its keys were fetched. */
  fetches(): number
  /** How its token endpoint answers from now on. */
  answerCodes(answer: () => Promise<object>): void
  /** The last request to its token endpoint. */
  lastExchange(): { authorization: string; form: Record<string, string> }
  /** Makes it answer 500 from now on. */
  fail(): void
}

export const AUDIENCE = 'slipway-test'

/** An identity provider on loopback, with discovery and a key set. */
export async function startIssuer(alg: 'RS256' | 'ES256' | 'EdDSA' = 'RS256'): Promise<TestIssuer> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', use: 'sig' }
  const state = { fetches: 0, isFailing: false }
  let answer: () => Promise<object> = async () => ({ error: 'invalid_grant' })
  let exchange = { authorization: '', form: {} as Record<string, string> }
  const server = createServer((request, response) => {
    if (state.isFailing) return response.writeHead(500).end()
    response.setHeader('content-type', 'application/json')
    if (request.url === '/jwks') {
      state.fetches++
      return response.end(JSON.stringify({ keys: [jwk] }))
    }
    if (request.url === '/token') {
      return void text(request).then(async (body) => {
        const { authorization = '' } = request.headers
        exchange = { authorization, form: Object.fromEntries(new URLSearchParams(body)) }
        const given = await answer()
        response.writeHead('error' in given ? 400 : 200).end(JSON.stringify(given))
      })
    }
    const endpoints = { authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` }
    return response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/jwks`, ...endpoints }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    publicKey,
    fetches: () => state.fetches,
    answerCodes: (next) => {
      answer = next
    },
    lastExchange: () => exchange,
    fail: () => {
      state.isFailing = true
    },
    token: (claims = {}, header = {}) => {
      const now = Math.floor(Date.now() / 1000)
      const standard = { iss: issuer, aud: AUDIENCE, sub: 'user_1', iat: now, exp: now + 60 }
      return new SignJWT({ ...standard, ...claims }).setProtectedHeader({ alg, kid: 'one', ...header }).sign(privateKey)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
