import { type KeyObject, randomBytes } from 'node:crypto'
import type { JSONWebKeySet } from 'jose'
import type { Address } from 'viem'
import { deriveAll, type RootSecrets } from '#core/derive.ts'
import { every } from '#core/every.ts'
import type { Operation } from '#core/Operation.ts'
import type { Database } from '#database/Database.ts'
import type { EthCall } from './contractSignature.ts'
import { createSessionLookUp } from './createSessionLookUp.ts'
import { createVerifiedTokenCache } from './createVerifiedTokenCache.ts'
import * as Developers from './Developers.ts'
import { issueNonce } from './issueNonce.ts'
import * as Oidc from './Oidc.ts'
import { providerSignIn } from './providerSignIn.ts'
import { publicKeys } from './publicKeys.ts'
import * as SessionToken from './SessionToken.ts'
import { createSignInProvider, type SignInProviderSettings } from './SignInProvider.ts'
import * as Subject from './Subject.ts'
import { signOut } from './signOut.ts'
import { type SessionCaller, verifySession, verifyToken } from './verifySession.ts'
import { verifySignIn } from './verifySignIn.ts'
import { whoAmI } from './whoAmI.ts'

type Resources = {
  database: Pick<Database, 'tables' | 'log'>
  secrets: RootSecrets
  baseUrl: string
  oidcIssuers: readonly Oidc.OidcIssuer[]
  /** Identity providers with a button on our pages. Default: none */
  signInProviders?: readonly SignInProviderSettings[]
  adminAddresses: readonly string[]
  call: EthCall
  /** Draws from a bucket that all callers share; throws `resource_exhausted` when it is empty. */
  takeGlobally(bucket: 'nonces' | 'signups'): void | Promise<void>
  now?: () => number
  random?: (size: number) => Uint8Array
}

export type Identity = AsyncDisposable & {
  operations: readonly Operation[]
  /** The caller of a session token; `address` is the network address of the request. */
  verifySession(token: string, address: string): Promise<SessionCaller>
  isOperator(subject: string): boolean
  /** The wallets of developers on a chain, by developer; those of an identity provider have none. */
  walletsOf(developerIds: readonly string[], chainId: number): Promise<Map<string, Address>>
  /** The public keys of our session tokens. */
  jwks: JSONWebKeySet
  /** Signs other documents of the service; its public key is in `jwks`. */
  documentKey: { kid: string; privateKey: KeyObject }
}

const CLEANUP_MS = 60 * 60_000

/** Sign-in with a wallet or an identity provider's token, and the sessions that follow. */
export async function createIdentity(resources: Resources): Promise<Identity> {
  const { database, secrets, baseUrl, takeGlobally, now = Date.now, random = randomBytes } = resources
  const developers: Developers.Developers = database.tables()
  const signer = await SessionToken.createSigner(secrets, baseUrl)
  const isOperator = Subject.operators(resources.adminAddresses)
  const providers = resources.oidcIssuers.map(Oidc.createProvider)
  const lookUp = createSessionLookUp(developers)
  const verify = createVerifiedTokenCache({ verify: (token) => verifyToken(token, { signer, providers, now }), now })
  const sessions = { developers, lookUp, verifyToken: verify, isOperator, takeGlobally, now }
  const nonceSecrets = deriveAll(secrets, 'sign-in nonces')
  const signIn = { ...sessions, signer, nonceSecrets, origins: originsOf(baseUrl), call: resources.call, random }
  const signInProviders = (resources.signInProviders ?? []).map(createSignInProvider)
  const failed = (err: unknown) => database.log.warn({ err }, 'failed to delete old sign-ins')
  const cleanup = every(CLEANUP_MS, () => Developers.forgetOld(developers), failed)
  return {
    operations: [
      issueNonce(signIn),
      verifySignIn(signIn),
      ...providerSignIn({ ...signIn, baseUrl, signInProviders }),
      signOut(sessions),
      whoAmI,
      publicKeys(signer.jwks),
    ],
    verifySession: (token, address) => verifySession(token, address, sessions),
    isOperator,
    walletsOf: (ids, chainId) => walletsOf(developers, ids, chainId),
    jwks: signer.jwks,
    documentKey: signer.keys[0],
    async [Symbol.asyncDispose]() {
      cleanup[Symbol.dispose]()
    },
  }
}

async function walletsOf(developers: Developers.Developers, ids: readonly string[], chainId: number) {
  const wallets = new Map<string, Address>()
  for (const [id, subject] of await Developers.subjectsOf(developers, ids)) {
    const wallet = Subject.walletOn(chainId, subject)
    if (wallet) wallets.set(id, wallet)
  }
  return wallets
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Our own origin; on loopback also its other names, since people type any of them. */
function originsOf(baseUrl: string): string[] {
  const { origin, hostname, protocol, port } = new URL(baseUrl)
  if (!LOOPBACK.includes(hostname)) return [origin]
  const others = LOOPBACK.map((name) => `${protocol}//${name}${port && `:${port}`}`)
  return [...new Set([origin, ...others])]
}
