import { z } from 'zod'
import type { Chain } from '#chain/Chain.ts'
import { optional } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { define, type Operation } from '#core/Operation.ts'
import { toAddress } from '#core/wire.ts'
import type { Context } from '#liquidity/Context.ts'
import { ChainQuery } from '#liquidity/query.ts'

const Request = z.object({
  chainId: ChainQuery,
  hash: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hexadecimal digits')
    .meta({ description: 'The hash of the transaction.' }),
})

const Log = z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() })

export const Response = z.object({
  requestId: z.string(),
  chainId: z.number(),
  hash: z.string(),
  status: z.enum(['unknown', 'pending', 'mined', 'reverted']).meta({
    description: '`unknown`: the chain has not seen the transaction. It may be new, or was sent to another chain.',
  }),
  blockNumber: z.string().optional(),
  signer: z.string().optional(),
  gasUsed: z.string().optional(),
  effectiveGasPrice: z.string().optional().meta({ description: 'In wei.' }),
  logs: z.array(Log).meta({ description: 'Empty until it is mined.' }),
})

/** Whether a transaction is on its chain; for the balance changes there is GET /api/receipts. */
export function receipt({ chains }: Context): Operation {
  return define({
    name: 'liquidityReceipt',
    method: 'GET',
    path: '/api/liquidity/receipt',
    tag: 'liquidity',
    summary: 'Read whether a transaction is mined on its chain, and its logs.',
    access: optional,
    limit: 'read',
    errors: ['unavailable'],
    request: Request,
    response: Response,
    handle: async ({ chainId, hash }, { requestId }) => ({
      requestId,
      chainId,
      hash,
      ...(await readReceipt(chains.get(chainId), hash)),
    }),
  })
}

const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]+$/)
  .transform((text) => BigInt(text).toString())
const Mined = z.object({
  status: z.string().optional(),
  blockNumber: quantity,
  gasUsed: quantity,
  effectiveGasPrice: quantity.optional(),
  from: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/)
    .transform(toAddress),
  logs: z.array(Log),
})

async function readReceipt(
  chain: Chain,
  hash: string,
): Promise<Omit<z.output<typeof Response>, 'requestId' | 'chainId' | 'hash'>> {
  const [sent, mined] = await chain.batch([
    { method: 'eth_getTransactionByHash', params: [hash] },
    { method: 'eth_getTransactionReceipt', params: [hash] },
  ])
  if (!mined) return { status: sent ? 'pending' : 'unknown', logs: [] }
  const parsed = Mined.safeParse(mined)
  if (!parsed.success)
    throw new ApiError('unavailable', 'The node returned an invalid receipt. Try again shortly.', {
      cause: parsed.error,
    })
  const { status, from, ...rest } = parsed.data
  return { ...rest, status: status === '0x0' ? 'reverted' : 'mined', signer: from }
}
