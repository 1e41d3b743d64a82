import { isIP } from 'node:net'
import { z } from 'zod'
import { CHAIN_IDS, toAddress } from '#core/wire.ts'

export const Port = z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65535)
/** May name several hosts, separated by commas, as libpq does. */
export const PostgresUrl = z
  .string()
  .refine((text) => /^postgres(ql)?:/.test(text) && URL.canParse(text.replace(/(?<=\/\/|@)[^@/?]*,/, '')), {
    error: 'must be a postgres:// URL',
  })
export const NatsUrls = z.string().refine((text) => text.split(',').every((one) => isNatsUrl(one.trim())), {
  error: 'must be nats:// or tls:// URLs, separated by commas',
})
export const Origin = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
  .refine((url) => new URL(url).href === `${new URL(url).origin}/`, {
    error: ({ input }) => `must be an origin alone, such as ${new URL(String(input)).origin}`,
  })
  .transform((url) => new URL(url).origin)
export const ContactUri = z
  .string()
  .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+?[\d-]+)$/, 'must be a mailto:, https: or tel: URI')
export const Host = z
  .string()
  .refine(
    (text) => isIP(text) !== 0 || /^[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)*$/.test(text),
    'must be an address or a host name',
  )
export const HostAndPort = z
  .string()
  .regex(/^(?:\[[0-9a-fA-F:.]+\]|[a-zA-Z0-9.-]+)(?::[0-9]{1,5})?$/, 'must be host names or addresses, with their port')
export const AddressRange = z.string().refine(isAddressRange, 'must be addresses or CIDR ranges')
export const Address = z.string().regex(/^0x[a-fA-F0-9]{40}$/, 'must be an address (0x and 40 hexadecimal digits)')
export const Flag = z
  .enum(['0', '1', 'true', 'false'], { error: 'must be 1 or 0' })
  .transform((v) => v === '1' || v === 'true')
export const Count = z.coerce.number({ error: 'must be a whole number' }).int().min(1)

export const list = (item: z.ZodType<string, string>) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(item))

export const json = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' })
        return z.NEVER
      }
    })
    .pipe(schema)

export const OidcIssuers = z.array(
  z.strictObject({ issuer: z.url(), audience: z.string().min(1), jwksUri: z.url().optional() }),
)
export const SignInProviders = z.array(
  z.strictObject({
    issuer: z.url(),
    name: z.string().min(1).max(40),
    clientId: z.string().min(1),
    clientSecret: z.string().min(1),
  }),
)
export const KycTokens = z.array(
  z.strictObject({
    chainId: z.literal(CHAIN_IDS),
    token: Address,
    kycUrl: z.url(),
    allow: z.array(Address).optional(),
  }),
)

const Contract = Address.transform(toAddress)
const optional = Contract.optional()
/** Uniswap contracts by chain id; an omitted contract counts as not deployed. */
export const TrustedTokens = z.partialRecord(
  z.enum(CHAIN_IDS.map(String), { error: `must be keyed by chain id: ${CHAIN_IDS.join(', ')}` }),
  z.array(Contract),
)

export const Deployments = z.partialRecord(
  z.enum(CHAIN_IDS.map(String), { error: `must be keyed by chain id: ${CHAIN_IDS.join(', ')}` }),
  z.strictObject({
    uniswap: z.strictObject({
      v2: z.strictObject({ factory: Contract, router: optional }).optional(),
      v3: z.strictObject({ factory: Contract, positionManager: Contract, migrator: optional }).optional(),
      v4: z
        .strictObject({
          poolManager: Contract,
          positionManager: Contract,
          stateView: Contract,
          quoter: Contract,
          permissionedPositionManager: optional,
          permissionsAdapterFactory: optional,
        })
        .optional(),
    }),
    wrappedNative: optional,
    permit2: optional,
    multicall3: optional,
  }),
)

function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const bits = isIP(address) === 6 ? 128 : 32
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)
  return isIP(address) !== 0 && isPrefix && more.length === 0
}

function isNatsUrl(text: string): boolean {
  return URL.canParse(text) && /^(nats|tls):$/.test(new URL(text).protocol) && new URL(text).hostname !== ''
}
