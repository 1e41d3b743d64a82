import { z } from 'zod'
import { nearest } from '#core/nearest.ts'

/** Every field of any body of the liquidity API. */
export const FIELDS = [
  'acceptRisks',
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
  'keepRatio',
  'liquidityPercentageToDecrease',
  'lpTokens',
  'mandate',
  'minBlock',
  'nativeTokenBalance',
  'newPool',
  'nftTokenId',
  'pageSize',
  'permissioned',
  'poolParameters',
  'poolReferences',
  'positions',
  'priceBounds',
  'protocol',
  'signature',
  'simulateTransaction',
  'slippageTolerance',
  'swapPool',
  'targetProtocol',
  'tickBounds',
  'token0Address',
  'token1Address',
  'tokenId',
  'tokenOutAddress',
  'urgency',
  'v3NftTokenId',
  'v4BatchPermitData',
  'walletAddress',
  'withdrawAsWeth',
] as const

const KNOWN: ReadonlySet<string> = new Set(FIELDS)
/**
 * Fields that limit amounts: a path that does not accept one refuses it, because ignoring it could cost the user money.
 */
const LIMITING = new Set(['deadline', 'dependentToken', 'mandate', 'nativeTokenBalance', 'slippageTolerance'])

/** The other paths swap, approve, or move between ranges and pools: the chain does not bind all of that to a mandate. */
const NO_MANDATE =
  'is taken by /lp/create, /lp/create_classic, /lp/increase, /lp/decrease, /lp/claim_fees, /lp/claim_many and /lp/compound only: use them one after the other, or let the wallet sign'

/** An optional field; null counts as absent. */
export function maybe<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined)
}

/**
 * A request body. A field that no path of the liquidity API has is refused with the nearest known one; a field of another
 * path is ignored and named by `ignoredFields`.
 */
export function body<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> {
  const schema = z
    .looseObject(shape)
    .superRefine((request, context) => {
      for (const field of Object.keys(request)) {
        const message = request[field] === null ? undefined : problemOf(field, shape)
        if (message) refuse(context, field, message)
      }
    })
    .overwrite((request) => ignoreForeign(request, shape))
    .meta({ additionalProperties: false })
  // Handlers see only the fields of the shape.
  return schema as unknown as z.ZodObject<Shape>
}

function problemOf(field: string, shape: object): string | undefined {
  if (Object.hasOwn(shape, field)) return undefined
  if (field === 'mandate') return NO_MANDATE
  if (LIMITING.has(field)) return 'is a limit that this path cannot enforce; leave it out'
  if (KNOWN.has(field)) return undefined
  const candidate = nearest(field, Object.keys(shape))
  return candidate ? `is not a known field; send ${candidate} instead` : 'is not a known field; leave it out'
}

// The value of another path's field is unchecked: only its name is kept, for the warning.
function ignoreForeign<Request extends Record<string, unknown>>(request: Request, shape: object): Request {
  const foreign = Object.keys(request).filter((field) => !Object.hasOwn(shape, field))
  if (foreign.length === 0) return request
  const kept: Record<string, unknown> = { ...request }
  for (const field of foreign) {
    if (kept[field] === null) delete kept[field]
    else kept[field] = undefined
  }
  return kept as Request
}

/** Refuses a field; the message continues from its name and says what to send instead: "must be …". */
export function refuse(context: z.RefinementCtx, field: string, message: string): void {
  context.addIssue({ code: 'custom', path: [field], message })
}

/** For the OpenAPI document: exactly one of the fields is required. */
export function exactlyOne(...fields: readonly string[]) {
  return { oneOf: fields.map((field) => ({ required: [field] })) }
}

/** The fields of a request that its path does not take. */
export function ignoredFields({ shape }: z.ZodObject, request: object): string[] {
  return Object.keys(request).filter((field) => !Object.hasOwn(shape, field))
}
