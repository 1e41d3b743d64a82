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
  TrustedTokens,
} from './schemas.ts'

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const

type Variable = { schema: z.ZodType; fallback: string; about: string }

/** Every variable the service reads: schema, default and description. */
export const VARIABLES = {
  PORT: { schema: Port, fallback: '8787', about: 'Port of the HTTP server; 0 picks a free one.' },
  HOST: { schema: Host, fallback: '127.0.0.1', about: 'Address to listen on.' },
  BASE_URL: {
    schema: Origin,
    fallback: '',
    about: 'Public origin, used for every URL in documents. Default: http://HOST:PORT.',
  },
  API_ORIGIN: { schema: Origin, fallback: '', about: 'Advertised API origin. Default: BASE_URL.' },
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
    about: 'Embedded chain 4663. 1: always, 0: never. Default: on unless RPC_URL_4663 is set.',
  },
  DEVNET_PORT: { schema: Port, fallback: '8545', about: 'JSON-RPC port of the embedded chain; 0 picks a free one.' },
  DEVNET_BLOCK_TIME: {
    schema: Count,
    fallback: '',
    about: 'Milliseconds between blocks of the embedded chain. Default: one block per transaction.',
  },
  LAUNCH_FACTORY: {
    schema: Address,
    fallback: '',
    about: 'Launch contract on chain 4663; the embedded chain deploys its own.',
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
      'Symbols and names of well-known tokens of chain 4663, separated by commas; launches that look like one are flagged.',
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
  TRUSTED_TOKENS: {
    schema: json(TrustedTokens),
    fallback: '{}',
    about: 'Tokens without transfer fee or rebase, whose limits count as enforced: {"<chainId>":["0x…"]}.',
  },
  DEPLOYMENTS: {
    schema: json(Deployments),
    fallback: '{}',
    about:
      'Replaces the built-in Uniswap contracts of whole chains: {"<chainId>":{"uniswap":{"v2"?,"v3"?,"v4"?},"wrappedNative"?}}.',
  },
  RATE_LIMIT_READ: {
    schema: Count,
    fallback: '6000',
    about: 'Reads per minute for each developer or anonymous address.',
  },
  RATE_LIMIT_BUILD: { schema: Count, fallback: '3000', about: 'Transaction builds per minute.' },
  RATE_LIMIT_WRITE: { schema: Count, fallback: '1200', about: 'Writes per minute.' },
  RATE_LIMIT_POSTS: { schema: Count, fallback: '60', about: 'Posts per minute of one participant in one room.' },
  RATE_LIMIT_AUTH: { schema: Count, fallback: '300', about: 'Sign-in steps per minute.' },
  RATE_LIMIT_STREAM: { schema: Count, fallback: '600', about: 'Streams opened per minute.' },
  STREAMS_MAX: {
    schema: Count,
    fallback: '100',
    about: 'Open streams per developer or anonymous address on this replica.',
  },
  RATE_LIMIT_GLOBAL_SIGNUPS: {
    schema: Count,
    fallback: '6000',
    about: 'New developers per hour, over all callers.',
  },
  RATE_LIMIT_GLOBAL_NONCES: {
    schema: Count,
    fallback: '60000',
    about: 'Sign-in nonces per hour, over all callers.',
  },
  RATE_LIMIT_GLOBAL_BOXES: { schema: Count, fallback: '6000', about: 'Boxes created per hour, over all callers.' },
  RATE_LIMIT_GLOBAL_STREAMS: {
    schema: Count,
    fallback: '120000',
    about: 'Streams opened per hour, over all callers.',
  },
  SECRET: {
    schema: z.string().min(32, 'must be at least 32 characters'),
    fallback: '',
    about: 'Root of all derived secrets. Default: generated in DATA_DIR.',
  },
  SECRET_PREVIOUS: {
    schema: z.string().min(32, 'must be at least 32 characters'),
    fallback: '',
    about: 'The previous SECRET during a rotation; still accepted.',
  },
  TRUST_PROXY: {
    schema: list(AddressRange),
    fallback: '',
    about: 'Addresses or CIDR ranges of proxies whose X-Forwarded-For is trusted, separated by commas.',
  },
  ALLOWED_ORIGINS: {
    schema: list(Origin),
    fallback: '',
    about: 'Additional web origins that may call the API, separated by commas.',
  },
  SECURITY_CONTACT: {
    schema: ContactUri,
    fallback: '',
    about: 'Contact for security reports in /.well-known/security.txt: mailto:you@example.org or an https URL.',
  },
  METRICS_PORT: {
    schema: Port,
    fallback: '',
    about:
      'Separate port for /metrics, /livez and /readyz under any host name. Without it, /metrics is for loopback callers.',
  },
  GATEWAY_ORIGIN: { schema: Origin, fallback: '', about: 'API gateway, probed by /api/health?probe=true.' },
  ZERO_SERVICE_ORIGIN: { schema: Origin, fallback: '', about: 'Zero service, probed by /api/health?probe=true.' },
  BOXES_MAX: {
    schema: z.coerce.number({ error: 'must be a whole number' }).int().min(0),
    fallback: '50',
    about: 'Boxes that may run on this machine at once; 0 leaves boxes to other replicas.',
  },
  BOXES_PER_DEVELOPER: { schema: Count, fallback: '10', about: 'Boxes per developer, not counting stopped ones.' },
  BOXES_WARM: {
    schema: z.coerce.number({ error: 'must be a whole number' }).int().min(0).max(20),
    fallback: '1',
    about: 'Default agents kept started, so that a new box is ready at once.',
  },
  BOX_IDLE_SECONDS: { schema: Count, fallback: '900', about: 'Idle time in seconds after which a box is paused.' },
  BOX_LIFETIME_SECONDS: { schema: Count, fallback: '604800', about: 'Age in seconds at which a box is stopped.' },
  BOX_RUN_SECONDS: { schema: Count, fallback: '600', about: 'Maximum duration of one run of a box in seconds.' },
  BOX_TEMPLATES: {
    schema: z.string().min(1),
    fallback: '',
    about: 'Folder with additional agent templates, one JSON file each, like those in src/boxes/catalogue/templates.',
  },
  BOX_CREDENTIALS: {
    schema: json(z.record(z.string(), z.string().min(1))),
    fallback: '{}',
    about: 'Model credentials for agents, by name: {"ANTHROPIC_API_KEY":"…"}. They never enter a box.',
  },
  LOG_LEVEL: {
    schema: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }),
    fallback: 'info',
    about: 'Minimum log level.',
  },
} as const satisfies Record<string, Variable>

type Name = keyof typeof VARIABLES
/** A variable with a default is always defined. */
type Values = {
  [N in Name]: (typeof VARIABLES)[N]['fallback'] extends ''
    ? z.output<(typeof VARIABLES)[N]['schema']> | undefined
    : z.output<(typeof VARIABLES)[N]['schema']>
}

export type Config = Values & {
  baseUrl: string
  apiOrigin: string
  /** RPC endpoints by chain id; other chains use their public endpoints. */
  rpcUrls: Record<number, string[]>
  devnet: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the configuration; throws one Error that lists every problem and what is expected. */
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
  if (problems.length > 0) throw new Error(`Invalid configuration:\n${problems.map((p) => `  ${p}`).join('\n')}`)
}

/** The origin under which a client on this machine reaches the host and port; a wildcard address becomes loopback. */
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
      problems.push(`${name} does not name a supported chain. Use RPC_URL_<chainId>.`)
    const parts = text.split(',').map((part) => part.trim())
    if (parts.every((part) => z.url({ protocol: /^https?$/ }).safeParse(part).success)) urls[id] = parts
    else problems.push(`${name} must be http(s) URLs, separated by commas.`)
  }
  return urls
}

type Draft = { values: Values; rpcUrls: Record<number, string[]>; devnet: boolean; baseUrl: string }

/** Problems of valid variables that do not fit together. */
function contradictions({ values, rpcUrls, devnet, baseUrl }: Draft, env: Environment): string[] {
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
  const rpc =
    '# RPC endpoints of a chain, separated by commas. With two or more, transactions are built from state on which two agree.\n# Default: its public endpoint.\n# RPC_URL_1=\n'
  return `# Every variable is optional. Generated: node scripts/writeEnvExample.ts\n\n${[...lines, rpc].join('\n')}`
}
