import { isAddress } from 'viem'
import { z } from 'zod'

/**
 * The part of ERC-7730, version 2, that our descriptors use. It is stricter than the published schema: whatever has this
 * shape is valid there.
 */

const path = z.string().regex(/^(@\.(value|from|to)|[A-Za-z_][\w]*(\.[A-Za-z_]\w*)*(\.\[\])?)$/)
const field = <Format extends string, Shape extends z.ZodRawShape>(format: Format, more: Shape) =>
  z.strictObject({ path, label: z.string().min(1), format: z.literal(format), ...more })

const Field = z.discriminatedUnion('format', [
  field('raw', {}),
  field('amount', {}),
  field('tokenAmount', { params: z.strictObject({ tokenPath: path }) }),
  field('addressName', {
    params: z.strictObject({ types: z.array(z.enum(['wallet', 'eoa', 'contract', 'token', 'collection'])).min(1) }),
  }),
  field('date', { params: z.strictObject({ encoding: z.enum(['timestamp', 'blockheight']) }) }),
  field('unit', {
    params: z.strictObject({ base: z.string(), decimals: z.int().min(0), prefix: z.boolean().optional() }),
  }),
])

const Format = z
  .strictObject({ intent: z.string().min(1), interpolatedIntent: z.string(), fields: z.array(Field).min(1) })
  .refine(({ interpolatedIntent, fields }) => {
    const shown = new Set(fields.map((one) => one.path))
    return [...interpolatedIntent.matchAll(/\{([^}]*)\}/g)].every(([, name = '']) => shown.has(name))
  }, 'every value in the intent must be a field')

const deployments = z
  .array(z.strictObject({ chainId: z.int().positive(), address: z.string().refine((text) => isAddress(text)) }))
  .min(1)
const domain = z.strictObject({ name: z.string(), version: z.string() })

export const Descriptor = z.strictObject({
  $schema: z.string().regex(/\/erc7730-v2\.schema\.json$/),
  context: z.union([
    z.strictObject({ contract: z.strictObject({ deployments }) }),
    z.strictObject({ eip712: z.strictObject({ domain, deployments }) }),
  ]),
  metadata: z.strictObject({ owner: z.string(), contractName: z.string(), info: z.strictObject({ url: z.url() }) }),
  display: z.strictObject({
    formats: z.record(z.string().regex(/^[A-Za-z_]\w*\(.*\)$/), Format),
  }),
})
