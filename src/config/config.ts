import { isIP } from 'node:net'
import { z } from 'zod'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { CHAIN_IDS } from '#core/wire.ts'
import * as Guards from '#devnet/guards.ts'
import {
  Address,
  AddressRange,
  ContactUri,
  Count,
  Deployments,
  Flag,
  Host,
  json,
  KycTokens,
  list,
  OidcIssuers,
  Origin,
  Port,
} from './schemas.ts'

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const

type Variable = { schema: z.ZodType; fallback: string; about: string }

/** Every variable the service reads: what it must be, what stands when it is absent, and what it is for. */
export const VARIABLES = {
  PORT: { schema: Port, fallback: '8787', about: 'Port of the HTTP server; 0 takes a free one.' },
  HOST: { schema: Host, fallback: '127.0.0.1', about: 'Address to listen on.' },
  BASE_URL: {
    schema: Origin,
    fallback: '',
    about: 'Public origin; every URL in a document comes from it. Default http://HOST:PORT.',
  },
  API_ORIGIN: { schema: Origin, fallback: '', about: 'API origin as advertised. Default BASE_URL.' },
  DATA_DIR: {
    schema: z.string().min(1),
    fallback: '.data',
    about: 'Folder for the embedded database, secrets and devnet.json.',
  },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }),
    fallback: '',
    about: 'PostgreSQL 15 or newer instead of the embedded one; needs SECRET.',
  },
  DEVNET: {
    schema: Flag,
    fallback: '',
    about: 'Embedded chain 4663: on unless RPC_URL_4663 is set; 1 insists, 0 forbids.',
  },
  DEVNET_PORT: { schema: Port, fallback: '8545', about: 'JSON-RPC port of the embedded chain; 0 takes a free one.' },
  DEVNET_BLOCK_TIME: {
    schema: Count,
    fallback: '',
    about: 'Milliseconds between blocks; without it a block per transaction.',
  },
  LAUNCH_FACTORY: {
    schema: Address,
    fallback: '',
    about: 'Launch contract on chain 4663; the embedded chain brings its own.',
  },
  LAUNCH_FACTORY_BLOCK: {
    schema: z.coerce.number().int().min(0),
    fallback: '0',
    about: 'Block in which the launch contract was created.',
  },
  EXPLORER_URL: {
    schema: Origin,
    fallback: 'https://robinhoodchain.blockscout.com',
    about: 'Block explorer of chain 4663.',
  },
  LISTED_TOKENS: {
    schema: list(z.string().max(64, 'must be symbols or names of at most 64 characters')),
    fallback: '',
    about:
      'Symbols and names of well-known tokens of chain 4663, separated by commas; a launch that reads like one is marked.',
  },
  CHAIN_PREFIX: {
    schema: z.string().regex(/^[a-z][a-z0-9]{0,15}$/, 'must be 1 to 16 lower-case letters or digits'),
    fallback: 'rh',
    about: 'Chain name in /.well-known/{prefix}-launchpad.json and the prefixed reads.',
  },
  OIDC_ISSUERS: {
    schema: json(OidcIssuers),
    fallback: '[]',
    about: 'Identity providers: [{"issuer","audience","jwksUri"?}].',
  },
  ADMIN_ADDRESSES: { schema: list(Address), fallback: '', about: 'Wallets of trusted operators, separated by commas.' },
  KYC_TOKENS: {
    schema: json(KycTokens),
    fallback: '[]',
    about: 'Permissioned tokens: [{"chainId","token","kycUrl","allow"?}].',
  },
  DEPLOYMENTS: {
    schema: json(Deployments),
    fallback: '{}',
    about:
      'Uniswap contracts in place of the known ones, whole chains at a time: {"<chainId>":{"uniswap":{"v2"?,"v3"?,"v4"?},"wrappedNative"?}}.',
  },
  RATE_LIMIT_READ: {
    schema: Count,
    fallback: '6000',
    about: 'Reads a minute for each developer or anonymous address.',
  },
  RATE_LIMIT_BUILD: { schema: Count, fallback: '3000', about: 'Transaction builds a minute.' },
  RATE_LIMIT_WRITE: { schema: Count, fallback: '1200', about: 'Writes a minute.' },
  RATE_LIMIT_POSTS: { schema: Count, fallback: '60', about: 'Posts a minute of one participant in one room.' },
  RATE_LIMIT_AUTH: { schema: Count, fallback: '300', about: 'Sign-in steps a minute.' },
  RATE_LIMIT_STREAM: { schema: Count, fallback: '600', about: 'Streams opened a minute.' },
  STREAMS_MAX: {
    schema: Count,
    fallback: '100',
    about: 'Streams a developer or anonymous address may have open here.',
  },
  RATE_LIMIT_GLOBAL_SIGNUPS: {
    schema: Count,
    fallback: '6000',
    about: 'New developers an hour, all callers together.',
  },
  RATE_LIMIT_GLOBAL_NONCES: {
    schema: Count,
    fallback: '60000',
    about: 'Sign-in nonces an hour, all callers together.',
  },
  RATE_LIMIT_GLOBAL_BOXES: { schema: Count, fallback: '6000', about: 'Boxes made an hour, all callers together.' },
  RATE_LIMIT_GLOBAL_STREAMS: {
    schema: Count,
    fallback: '120000',
    about: 'Streams opened an hour, all callers together.',
  },
  SECRET: {
    schema: z.string().min(32, 'must be at least 32 characters'),
    fallback: '',
    about: 'Root of all own secrets; generated in DATA_DIR when absent.',
  },
  SECRET_PREVIOUS: {
    schema: z.string().min(32, 'must be at least 32 characters'),
    fallback: '',
    about: 'The SECRET before a rotation; still accepted.',
  },
  TRUST_PROXY: {
    schema: list(AddressRange),
    fallback: '',
    about: 'Proxies whose X-Forwarded-For is believed, separated by commas.',
  },
  ALLOWED_ORIGINS: {
    schema: list(Origin),
    fallback: '',
    about: 'Web origins that may call beside our own, separated by commas.',
  },
  SECURITY_CONTACT: {
    schema: ContactUri,
    fallback: '',
    about: 'Where weaknesses are reported, for /.well-known/security.txt: mailto:you@example.org or an https URL.',
  },
  METRICS_PORT: {
    schema: Port,
    fallback: '',
    about: 'Port for /metrics, /livez and /readyz under any host name; without it /metrics answers loopback callers.',
  },
  GATEWAY_ORIGIN: { schema: Origin, fallback: '', about: 'API gateway, probed by /api/health?probe=true.' },
  ZERO_SERVICE_ORIGIN: { schema: Origin, fallback: '', about: 'Zero service, probed by /api/health?probe=true.' },
  BOXES_MAX: {
    schema: z.coerce.number({ error: 'must be a whole number' }).int().min(0),
    fallback: '50',
    about: 'Boxes that may run on this machine at once; 0 leaves them to other replicas.',
  },
  BOXES_PER_DEVELOPER: { schema: Count, fallback: '10', about: 'Boxes a developer may have beside stopped ones.' },
  BOXES_WARM: {
    schema: z.coerce.number({ error: 'must be a whole number' }).int().min(0).max(20),
    fallback: '1',
    about: 'Agents of the default kind that wait started, so that a new box is ready at once.',
  },
  BOX_IDLE_SECONDS: { schema: Count, fallback: '900', about: 'After so long with nothing to do a box is paused.' },
  BOX_LIFETIME_SECONDS: { schema: Count, fallback: '604800', about: 'After so long a box is stopped.' },
  BOX_RUN_SECONDS: { schema: Count, fallback: '600', about: 'The longest a prompt to a box may take.' },
  BOX_TEMPLATES: {
    schema: z.string().min(1),
    fallback: '',
    about: 'Folder with further agent templates, one JSON file each, like those in src/boxes/catalogue/templates.',
  },
  BOX_CREDENTIALS: {
    schema: json(z.record(z.string(), z.string().min(1))),
    fallback: '{}',
    about: 'Credentials of agents that need a model, by name: {"ANTHROPIC_API_KEY":"…"}. They never enter a box.',
  },
  LOG_LEVEL: {
    schema: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }),
    fallback: 'info',
    about: 'Least level that is logged.',
  },
} as const satisfies Record<string, Variable>

type Name = keyof typeof VARIABLES
/** A variable with a fallback is always there; the others may be undefined. */
type Values = {
  [N in Name]: (typeof VARIABLES)[N]['fallback'] extends ''
    ? z.output<(typeof VARIABLES)[N]['schema']> | undefined
    : z.output<(typeof VARIABLES)[N]['schema']>
}

export type Config = Values & {
  baseUrl: string
  apiOrigin: string
  /** RPC endpoints by chain id; a chain without one uses the public ones of its definition. */
  rpcUrls: Record<number, string[]>
  devnet: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/** The configuration, or one Error whose message lists every problem and what is expected instead. */
export function readConfig(env: Environment): Config {
  const problems: string[] = []
  const values = Object.fromEntries(
    Object.entries(VARIABLES).map(([name, variable]) => [name, readVariable(name, variable, { env, problems })]),
  ) as Values
  const rpcUrls = readRpcUrls(env, problems)
  refuse(problems)
  const devnet = values.DEVNET ?? rpcUrls[LAUNCH_CHAIN_ID] === undefined
  const baseUrl = values.BASE_URL ?? originAt(values.HOST, values.PORT)
  refuse(contradictions({ values, rpcUrls, devnet, baseUrl }, env))
  return { ...values, baseUrl, apiOrigin: values.API_ORIGIN ?? baseUrl, rpcUrls, devnet }
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0)
    throw new Error(`The configuration has problems:\n${problems.map((p) => `  ${p}`).join('\n')}`)
}

/** How a client on this machine reaches the host and port; an address that stands for all of them is no name. */
export function originAt(host: string, port: number): string {
  const name = LOOPBACK_OF[host] ?? host
  return new URL(`http://${isIP(name) === 6 ? `[${name}]` : name}:${port}`).origin
}

const LOOPBACK_OF: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

type Reading = { env: Environment; problems: string[] }

function readVariable(name: string, { schema, fallback, about }: Variable, { env, problems }: Reading): unknown {
  const text = env[name] || fallback
  if (text === '') return undefined
  const result = schema.safeParse(text)
  if (result.success) return result.data
  const reason = result.error.issues.map((issue) => issue.message).join('; ')
  problems.push(`${name} ${reason}. ${about}`)
  return undefined
}

function readRpcUrls(env: Environment, problems: string[]): Record<number, string[]> {
  const urls: Record<number, string[]> = {}
  for (const [name, text] of Object.entries(env)) {
    const id = Number(/^RPC_URL_(\d+)$/.exec(name)?.[1])
    if (Number.isNaN(id) || !text) continue
    if (!CHAIN_IDS.some((known) => known === id))
      problems.push(`${name} names no supported chain. Use RPC_URL_<chainId>.`)
    const parts = text.split(',').map((part) => part.trim())
    if (parts.every((part) => z.url({ protocol: /^https?$/ }).safeParse(part).success)) urls[id] = parts
    else problems.push(`${name} must be http(s) URLs, separated by commas.`)
  }
  return urls
}

type Drafted = { values: Values; rpcUrls: Record<number, string[]>; devnet: boolean; baseUrl: string }

/** What is wrong only in combination. */
function contradictions({ values, rpcUrls, devnet, baseUrl }: Drafted, env: Environment): string[] {
  const problems: string[] = []
  if (values.DATABASE_URL && !values.SECRET)
    problems.push(
      'SECRET is required with DATABASE_URL, so that all replicas agree. Set it to 32 or more random characters.',
    )
  if (devnet && rpcUrls[LAUNCH_CHAIN_ID])
    problems.push('DEVNET=1 and RPC_URL_4663 exclude each other. Set one of them.')
  if (!devnet && !rpcUrls[LAUNCH_CHAIN_ID]) problems.push('RPC_URL_4663 is required with DEVNET=0.')
  const context = { host: values.HOST, baseUrl, nodeEnv: env['NODE_ENV'], explicit: values.DEVNET === true }
  problems.push(...Guards.problems({ devnet, ...context, adminAddresses: values.ADMIN_ADDRESSES ?? [] }))
  return problems
}

/** The text of `.env.example`: every variable, commented out, with its default. */
export function exampleEnv(): string {
  const lines = Object.entries(VARIABLES).map(([name, { about, fallback }]) => `# ${about}\n# ${name}=${fallback}\n`)
  const rpc = '# RPC endpoints of a chain, separated by commas; without one its public RPC is used.\n# RPC_URL_1=\n'
  return `# Every variable is optional. Generated: node scripts/writeEnvExample.ts\n\n${[...lines, rpc].join('\n')}`
}
