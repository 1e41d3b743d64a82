import { createAuditLog } from '#audit/createAuditLog.ts'
import type { Config } from '#config/config.ts'
import type { AuditLog } from '#core/AuditLog.ts'
import { every } from '#core/every.ts'
import * as Id from '#core/Id.ts'
import type { Authenticate } from '#core/ports.ts'
import { watchClock } from '#health/watchClock.ts'
import { createIdempotency } from '#idempotency/createIdempotency.ts'
import { createIdentity, type Identity } from '#identity/createIdentity.ts'
import { createKeys, type Keys } from '#keys/createKeys.ts'
import { createLimits, type Limits } from '#limits/createLimits.ts'
import { createOauth, type Oauth } from '#oauth/createOauth.ts'
import { createOperators } from '#operators/createOperators.ts'
import { announce } from '#rules/store/Announcements.ts'
import { limitReports } from './limitReports.ts'
import { accurate } from './openHealth.ts'
import type { Resources } from './Resources.ts'

const INCARNATION_EVERY_MS = 1_000

/** Everything that decides who may call, and records it. */
export async function openAccess(resources: Resources, owned: AsyncDisposableStack) {
  const { config, database, secrets, now } = resources
  const limits: Limits = owned.use(
    createLimits({
      database,
      ...quotas(config),
      factorOf: (caller) => operators.limitFactor(caller),
      nearlyUsed: limitReports(resources),
    }),
  )
  const clock = owned.use(await watchClock({ database }))
  // The embedded server cannot fail over while this process runs.
  if (database.kind === 'external') owned.use(every(INCARNATION_EVERY_MS, database.incarnation.refresh))
  const signing = { ...resources, now: accurate(clock, now) }
  const identity = owned.use(await openIdentity(signing, limits))
  const audit = owned.use(createAuditLog({ database }))
  const keys = owned.use(createKeys({ database, secrets, audit, announce, isOperator: identity.isOperator, now }))
  const operators = owned.use(await createOperators({ database, audit, isOperator: identity.isOperator }))
  const idempotency = owned.use(createIdempotency({ database }))
  const oauth = owned.use(openOauth(resources, { limits, audit }))
  return { limits, clock, signing, identity, audit, keys, operators, idempotency, oauth }
}

type Authorities = { keys: Keys; identity: Identity; oauth: Oauth }

/** API keys are recognised by their prefix, access tokens by their form; any other secret is a session token. */
export function authenticator({ keys, identity, oauth }: Authorities): Authenticate {
  return ({ secret, address, resource = '' }) => {
    if (secret === undefined) return { kind: 'anonymous', address }
    if (keys.looksLikeKey(secret)) return keys.authenticateKey(secret, address)
    if (oauth.looksLikeToken(secret)) return oauth.authenticateToken(secret, { address, resource })
    return identity.verifySession(secret, address)
  }
}

/** The identity of a key over its rotations, and of a client over its sign-ins. */
export function originOf({ keys, oauth }: Pick<Authorities, 'keys' | 'oauth'>): Keys['originOf'] {
  return (keyId) => (Id.isId('conn', keyId) ? oauth.originOf(keyId) : keys.originOf(keyId))
}

function openOauth(
  { config, database, secrets, now }: Resources,
  { limits, audit }: { limits: Limits; audit: AuditLog },
) {
  const { baseUrl, OAUTH_REGISTRATION: allowsRegistration = false } = config
  const { takeGlobally } = limits
  return createOauth({ database, secrets, audit, baseUrl, allowsRegistration, takeGlobally, now })
}

function openIdentity({ config, database, chains, secrets, now }: Resources, limits: Limits): Promise<Identity> {
  return createIdentity({
    database,
    secrets,
    baseUrl: config.baseUrl,
    oidcIssuers: config.OIDC_ISSUERS,
    signInProviders: config.OIDC_SIGN_IN,
    adminAddresses: config.ADMIN_ADDRESSES ?? [],
    call: ({ chainId, timeoutMs, ...request }) => chains.get(chainId).within(timeoutMs).call(request),
    takeGlobally: limits.takeGlobally,
    now,
  })
}

function quotas(config: Config): Pick<Parameters<typeof createLimits>[0], 'perMinute' | 'globalPerHour'> {
  return {
    perMinute: {
      read: config.RATE_LIMIT_READ,
      build: config.RATE_LIMIT_BUILD,
      write: config.RATE_LIMIT_WRITE,
      control: config.RATE_LIMIT_CONTROL,
      auth: config.RATE_LIMIT_AUTH,
      stream: config.RATE_LIMIT_STREAM,
    },
    globalPerHour: {
      signups: config.RATE_LIMIT_GLOBAL_SIGNUPS,
      nonces: config.RATE_LIMIT_GLOBAL_NONCES,
      boxes: config.RATE_LIMIT_GLOBAL_BOXES,
      streams: config.RATE_LIMIT_GLOBAL_STREAMS,
    },
  }
}
