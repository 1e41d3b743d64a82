import { type Address, getAddress, type Hex } from 'viem'
import { z } from 'zod'
import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import { Logs } from '#explain/rules/balanceLogs.ts'

const hex = z.string().regex(/^0x[0-9a-fA-F]*$/) as unknown as z.ZodType<Hex>
const quantity = hex.transform(BigInt)
const address = hex.transform((text) => getAddress(text))

const Transaction = z.object({
  from: address,
  // A transaction that creates a contract has no recipient.
  to: address.nullish(),
  input: hex,
  value: quantity,
})
const Receipt = z.object({
  status: quantity.optional(),
  blockNumber: quantity,
  gasUsed: quantity,
  effectiveGasPrice: quantity.optional(),
  /** The OP Stack's fee for the transaction's data. */
  l1Fee: quantity.nullish(),
  logs: Logs,
})

/** A transaction as it was sent, and its receipt once it is mined. */
export type Mined = {
  readonly hash: Hex
  readonly from: Address
  readonly to: Address | undefined
  readonly data: Hex
  readonly value: bigint
  readonly receipt: z.output<typeof Receipt> | undefined
}

/** Reads a transaction; throws `not_found` for a hash that the chain does not know. */
export async function readMined(chain: Chain, hash: Hex): Promise<Mined> {
  const [found, mined] = await chain.batch([
    { method: 'eth_getTransactionByHash', params: [hash] },
    { method: 'eth_getTransactionReceipt', params: [hash] },
  ])
  if (!found)
    throw new ApiError(
      'not_found',
      `No transaction with the hash ${hash} is known on ${chain.facts.name} (${chain.id}). It may not have reached the node yet; check the hash and the chain, or try again.`,
    )
  const { from, to, input, value } = parsed(Transaction, found)
  const receipt = mined ? parsed(Receipt, mined) : undefined
  return { hash: hash.toLowerCase() as Hex, from, to: to ?? undefined, data: input, value, receipt }
}

/** The fee that the signer paid for a mined transaction. */
export function feeOf({ gasUsed, effectiveGasPrice = 0n, l1Fee }: NonNullable<Mined['receipt']>): bigint {
  return gasUsed * effectiveGasPrice + (l1Fee ?? 0n)
}

/** Parses the answer of a node; an unexpected form is a failure of the node. */
export function parsed<T extends z.ZodType>(schema: T, answer: unknown): z.output<T> {
  const result = schema.safeParse(answer)
  if (result.success) return result.data
  throw new ApiError('unavailable', 'The node returned an invalid response. Try again shortly.', {
    cause: result.error,
  })
}
