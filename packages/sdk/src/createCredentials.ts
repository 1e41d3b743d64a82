import type { Operation } from './Operation.ts'
import { createKey, issueNonce, verifySignIn } from './operations.generated.ts'

/** An account of viem, or a wallet client with one. */
export type Signer =
  | { address: string; signMessage(message: { message: string }): Promise<string> }
  | { account: { address: string }; signMessage(message: never): Promise<string> }

export type CredentialOptions = {
  /** An API key. */
  key?: string
  /** A session token, of an earlier sign-in. */
  token?: string
  /**
   * Signs in with the first call that needs a session. A call that needs a key makes one for an hour, with the scope of
   * its operation.
   */
  wallet?: Signer
  /** The chain in the sign-in message. Default: 4663. */
  chainId?: number
}

type Headers = Record<string, string>
type Call = (operation: Operation, request: object) => Promise<unknown>
type Lease = { header: Headers; endsAt: number }

const SPARE_MS = 60_000
const KEY_MS = 3_600_000

/** The credentials of each call. */
export function createCredentials(
  options: CredentialOptions & { url: string },
  call: Call,
): (operation: Operation) => Headers | Promise<Headers> {
  const { key, token, wallet } = options
  if (key !== undefined) return ({ access }) => (access ? { 'x-api-key': key } : {})
  if (token !== undefined) return ({ access }) => (access ? bearer(token) : {})
  if (!wallet) return () => ({})
  const session = leased(() => signIn(options, wallet, call))
  const keys = new Map<string, () => Promise<Headers>>()
  return ({ access, scope = 'api:*' }) => {
    if (access === 'session' || access === 'admin') return session()
    if (access !== 'key') return {}
    const held = keys.get(scope) ?? leased(() => makeKey(scope, call))
    keys.set(scope, held)
    return held()
  }
}

function bearer(token: string): Headers {
  return { authorization: `Bearer ${token}` }
}

/** Caches the result of `make` until shortly before it expires; concurrent calls share one. */
function leased(make: () => Promise<Lease>): () => Promise<Headers> {
  let making: Promise<Lease> | undefined
  const renew = () => {
    making = make().catch((error) => {
      making = undefined
      throw error
    })
    return making
  }
  return async () => {
    const held = await (making ?? renew())
    return held.endsAt - SPARE_MS > Date.now() ? held.header : (await renew()).header
  }
}

async function signIn(
  { url, chainId = 4663 }: CredentialOptions & { url: string },
  wallet: Signer,
  call: Call,
): Promise<Lease> {
  const { nonce } = (await call(issueNonce, {})) as { nonce: string }
  const { host, origin } = new URL(url)
  const address = 'address' in wallet ? wallet.address : wallet.account.address
  const message = signInMessage({ host, origin, address, chainId, nonce })
  const account = 'account' in wallet ? { account: wallet.account } : {}
  const signature = await (wallet.signMessage as (asked: object) => Promise<string>)({ message, ...account })
  const { token, expiresAt } = (await call(verifySignIn, { message, signature })) as {
    token: string
    expiresAt: string
  }
  return { header: bearer(token), endsAt: Date.parse(expiresAt) }
}

type Message = { host: string; origin: string; address: string; chainId: number; nonce: string }

/** A Sign-In with Ethereum message (EIP-4361). */
function signInMessage({ host, origin, address, chainId, nonce }: Message): string {
  return [
    `${host} wants you to sign in with your Ethereum account:`,
    address,
    '',
    'Sign in to Slipway.',
    '',
    `URI: ${origin}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${new Date().toISOString()}`,
  ].join('\n')
}

async function makeKey(scope: string, call: Call): Promise<Lease> {
  const endsAt = Date.now() + KEY_MS
  const request = { name: `sdk ${scope}`, scopes: [scope], expiresAt: new Date(endsAt).toISOString() }
  const { key } = (await call(createKey, request)) as { key: string }
  return { header: { 'x-api-key': key }, endsAt }
}
