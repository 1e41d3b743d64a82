import { z } from 'zod'
import { nearest } from '#core/nearest.ts'

/** Every field that a body of the liquidity API may have, whichever path takes it. */
export const FIELDS = [
  'action',
  'batchPermitData',
  'burn',
  'chainId',
  'collectAsWeth',
  'currentPage',
  'deadline',
  'dependentToken',
  'existingPool',
  'generatePermitAsTransaction',
  'includeApprovalSimulation',
  'includeGasInfo',
  'independentToken',
  'liquidityPercentageToDecrease',
  'lpTokens',
  'nativeTokenBalance',
  'newPool',
  'nftTokenId',
  'pageSize',
  'permissioned',
  'poolParameters',
  'poolReferences',
  'priceBounds',
  'protocol',
  'signature',
  'simulateTransaction',
  'slippageTolerance',
  'tickBounds',
  'token0Address',
  'token1Address',
  'tokenId',
  'urgency',
  'v3NftTokenId',
  'v4BatchPermitData',
  'walletAddress',
  'withdrawAsWeth',
] as const

const KNOWN: ReadonlySet<string> = new Set(FIELDS)

/** A field that may be left out; null counts as left out. */
export function maybe<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined)
}

/**
 * A body: a field that no path of the liquidity API knows is refused with the nearest known one; one that belongs to
 * another path is left aside, and `ignoredFields` names it.
 */
export function body<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> {
  const schema = z
    .looseObject(shape)
    .superRefine((request, context) => {
      for (const field of Object.keys(request)) {
        if (Object.hasOwn(shape, field) || KNOWN.has(field) || request[field] === null) continue
        const message = `is not a known field; send ${nearest(field, Object.keys(shape))} instead`
        context.addIssue({ code: 'custom', path: [field], message, input: request })
      }
    })
    .overwrite((request) => asideFrom(request, shape))
    .meta({ additionalProperties: false })
  // Handlers see the fields of the shape alone.
  return schema as unknown as z.ZodObject<Shape>
}

// Nobody has checked what a field of another path holds: only its name goes on, for the warning.
function asideFrom<Request extends Record<string, unknown>>(request: Request, shape: object): Request {
  const foreign = Object.keys(request).filter((field) => !Object.hasOwn(shape, field))
  if (foreign.length === 0) return request
  const kept: Record<string, unknown> = { ...request }
  for (const field of foreign) {
    if (kept[field] === null) delete kept[field]
    else kept[field] = undefined
  }
  return kept as Request
}

/** For the OpenAPI document: one of the fields must be there, and not two of them. */
export function exactlyOne(...fields: readonly string[]) {
  return { oneOf: fields.map((field) => ({ required: [field] })) }
}

/** The fields of a request that its path does not take. */
export function ignoredFields({ shape }: z.ZodObject, request: object): string[] {
  return Object.keys(request).filter((field) => !Object.hasOwn(shape, field))
}
