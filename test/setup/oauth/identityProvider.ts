import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export type IdentityProvider = AsyncDisposable & {
  issuer: string
  /** The entry of the provider in `OIDC_SIGN_IN`. */
  settings: { issuer: string; name: string; clientId: string; clientSecret: string }
  /** Registers the site as a client. */
  register(siteUrl: string): void
}

/** A certified OpenID Connect provider on loopback, with pages on which anybody signs in under any name. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  let serve: RequestListener = (_, response) => void response.writeHead(503).end()
  const server = createServer((request, response) => serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = { issuer, name: 'Harbour ID', clientId: 'slipway', clientSecret: 'of-the-operator' }
  return {
    issuer,
    settings,
    register(siteUrl) {
      const client = {
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        redirect_uris: [`${siteUrl}/api/auth/oidc/callback`],
      }
      const provider = new Provider(issuer, {
        clients: [client],
        cookies: { keys: ['a key of the test'] },
        pkce: { required: () => true },
      })
      serve = provider.callback()
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
