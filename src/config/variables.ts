import { z } from 'zod'
import { KubernetesSettings } from '#core/KubernetesSettings.ts'
import { ModelBudgets, ModelEndpoints } from '#core/ModelEndpoint.ts'
import { DATABASE_VARIABLES } from './databaseVariables.ts'
import {
  Address,
  AddressRange,
  ContactUri,
  Count,
  Deployments,
  Flag,
  Host,
  HostAndPort,
  json,
  KycTokens,
  list,
  OidcIssuers,
  Origin,
  Port,
  SignInProviders,
  TrustedTokens,
} from './schemas.ts'

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const

export type Variable = { schema: z.ZodType; fallback: string; about: string }

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
  ...DATABASE_VARIABLES,
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
  WALLETCONNECT_PROJECT_ID: {
    schema: z.string().regex(/^[0-9a-f]{32}$/, 'must be 32 lower-case hexadecimal digits'),
    fallback: '',
    about: 'Project id of WalletConnect, for connecting phone wallets by QR code. Default: no button.',
  },
  WALLETCONNECT_RELAY_URL: {
    schema: z.url({ protocol: /^wss?$/, error: 'must be a wss:// or ws:// URL' }),
    fallback: 'wss://relay.walletconnect.org',
    about: 'Relay between the pages and phone wallets; it sees encrypted messages only.',
  },
  ETH_USD_FEED: {
    schema: Address,
    fallback: '',
    about:
      'Price feed of ETH in dollars on chain 4663, with the interface of a Chainlink aggregator; the embedded chain deploys one with a test price. Default: no dollars are shown.',
  },
  ETH_USD_MAX_AGE_SECONDS: {
    schema: Count,
    fallback: '3600',
    about: 'Age from which a price of that feed is marked as stale; use the heartbeat of the feed.',
  },
  NAME_REGISTRY: {
    schema: Address,
    fallback: '',
    about:
      'Registry of names on chain 4663, with the interface of the ENS registry (ERC-137); pages show the names of accounts and accept names as recipients. Default: no names.',
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
  OIDC_SIGN_IN: {
    schema: json(SignInProviders),
    fallback: '[]',
    about:
      'Identity providers with a button on the pages of consent, keys and webhooks: [{"issuer","name","clientId","clientSecret"}]. Redirect URI to register there: /api/auth/oidc/callback.',
  },
  OAUTH_REGISTRATION: {
    schema: Flag,
    fallback: '0',
    about:
      'Whether OAuth clients can register themselves (1 or 0). Clients with a metadata document need no registration.',
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
  RPC_TIMEOUT_SECONDS: {
    schema: Count,
    fallback: '4',
    about: 'Time limit of one read of a chain, including retries and other providers.',
  },
  RATE_LIMIT_READ: {
    schema: Count,
    fallback: '6000',
    about: 'Reads per minute for each developer or anonymous address.',
  },
  RATE_LIMIT_BUILD: { schema: Count, fallback: '3000', about: 'Transaction builds per minute.' },
  RATE_LIMIT_WRITE: { schema: Count, fallback: '1200', about: 'Writes per minute.' },
  RATE_LIMIT_CONTROL: {
    schema: Count,
    fallback: '300',
    about: 'Calls per minute that stop, cancel, revoke or delete.',
  },
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
  SHUTDOWN_DELAY_SECONDS: {
    schema: z.coerce.number({ error: 'must be a whole number' }).int().min(0).max(600),
    fallback: '0',
    about:
      'After SIGTERM, seconds in which /readyz answers 503 and requests are still served; longer than the probes of the load balancer take.',
  },
  METRICS_PORT: {
    schema: Port,
    fallback: '',
    about:
      'Separate port for /metrics, /livez and /readyz under any host name. Without it, /metrics is for loopback callers.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' }),
    fallback: '',
    about: 'OTLP/HTTP collector for traces. Default: no traces. OTEL_EXPORTER_OTLP_HEADERS adds headers.',
  },
  OTEL_SERVICE_NAME: { schema: z.string().min(1), fallback: 'slipway', about: 'Name of this service in traces.' },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: z.coerce.number({ error: 'must be a number from 0 to 1' }).min(0).max(1),
    fallback: '1',
    about: 'Share of requests to trace, from 0 to 1. The sampling decision in a traceparent header takes precedence.',
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
    about: 'Number of default agents kept warm, so that a new box is ready at once.',
  },
  BOX_ENGINE: {
    schema: z.enum(['bubblewrap', 'runc', 'runsc', 'kubernetes']),
    fallback: 'bubblewrap',
    about:
      'The engine that runs boxes: bubblewrap, runc, runsc (gVisor), which gives each box its own kernel, or kubernetes. runc and runsc need root and control groups; kubernetes needs BOX_KUBERNETES.',
  },
  BOX_KUBERNETES: {
    schema: json(KubernetesSettings),
    fallback: '',
    about:
      'The cluster of BOX_ENGINE=kubernetes: {"image":"…","namespace":"boxes","runtimeClass":"gvisor","warm":1}. In a pod, server, caFile, tokenFile and namespace default to those of its service account.',
  },
  BOX_IDLE_SECONDS: { schema: Count, fallback: '900', about: 'Idle time in seconds after which a box is paused.' },
  BOX_LIFETIME_SECONDS: { schema: Count, fallback: '604800', about: 'Age in seconds at which a box is stopped.' },
  BOX_RETENTION_SECONDS: { schema: Count, fallback: '2592000', about: 'Seconds until a stopped box is deleted.' },
  BOX_RUN_SECONDS: { schema: Count, fallback: '600', about: 'Maximum duration of one run of a box in seconds.' },
  BOX_TEMPLATES: {
    schema: z.string().min(1),
    fallback: '',
    about: 'Folder with additional agent templates, one JSON file each, like those in src/boxes/catalogue/templates.',
  },
  BOX_AGENTS: {
    schema: z.string().min(1),
    fallback: '',
    about: 'Folder where npm run agents -- install puts agents. Default: agents in DATA_DIR.',
  },
  MODELS: {
    schema: json(ModelEndpoints),
    fallback: '{}',
    about:
      'Models that agents may ask, by a name of your choice: {"anthropic":{"speaks":"anthropic","url":"https://api.anthropic.com","key":"…","models":{"claude-sonnet-*":{"input":3,"output":15}}}}. The key never enters a box.',
  },
  MODEL_BUDGETS: {
    schema: json(ModelBudgets),
    fallback: '{}',
    about:
      'Limits on model usage: of each box in total, and of each developer and the whole service per day (UTC). Default: {"box":{"tokens":10000000,"usd":10},"developer":{"tokens":20000000,"usd":20},"service":{"tokens":200000000,"usd":200}}.',
  },
  RULES_PER_DEVELOPER: { schema: Count, fallback: '200', about: 'Rules per developer.' },
  WEBHOOK_ALLOWED_HOSTS: {
    schema: list(HostAndPort),
    fallback: '',
    about:
      'Hosts that webhooks may call although they are not public or not https, for development: localhost:9000, separated by commas.',
  },
  LOG_LEVEL: {
    schema: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }),
    fallback: 'info',
    about: 'Minimum log level.',
  },
} as const satisfies Record<string, Variable>
