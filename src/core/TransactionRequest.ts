import { z } from 'zod'

// Responses carry final strings; validating every digit again would cost more than building them.
const address = z.string().meta({ description: 'A checksummed address.' })
const amount = z.string().meta({ description: 'In the smallest unit, as a string of digits.' })

/** A transaction for a wallet to sign: `value` in hexadecimal, other numbers in decimal. */
export const TransactionRequest = z
  .object({
    to: address,
    from: address,
    data: z.string().meta({ description: 'Calldata. Send it unchanged.' }),
    value: z.string().meta({ description: 'Native currency in wei, hexadecimal with whole bytes.' }),
    chainId: z.number(),
    gasLimit: amount.optional(),
    maxFeePerGas: amount.optional(),
    maxPriorityFeePerGas: amount.optional(),
    gasPrice: amount.optional(),
  })
  .meta({ id: 'TransactionRequest', description: 'An unsigned transaction; never both maxFeePerGas and gasPrice.' })

/** A signed statement about a transaction or typed data of the same answer. */
export const Statement = z.string().meta({
  id: 'Statement',
  description:
    'A compact JWS, signed with a key of /.well-known/jwks.json, over chain, signer, target, SHA-256 of the calldata (or the EIP-712 hash of typed data), value, limits, approvals, block and expiry. It is issued only if an independent decoding of the calldata agrees with the response.',
})

const WalletCall = z
  .object({
    to: address,
    data: z.string().meta({ description: 'Calldata. Send it unchanged.' }),
    value: z.string().meta({ description: 'Native currency in wei, hexadecimal with whole bytes.' }),
  })
  .meta({ id: 'WalletCall', description: 'A call of a batch (EIP-5792).' })

/** The calls of an answer in order, for `wallet_sendCalls`. */
export const walletCalls = {
  calls: z
    .array(WalletCall)
    .meta({ description: 'Every call in order, missing approvals first, for wallet_sendCalls.' }),
  atomicRequired: z.boolean().meta({
    description: 'Whether the calls are safe only as one atomic batch. If false, they can also be sent one by one.',
  }),
}

/** Hexadecimal with whole bytes, the specified format of transaction values. */
export function toQuantity(value: bigint): `0x${string}` {
  const digits = value.toString(16)
  return `0x${digits.length % 2 === 0 ? digits : `0${digits}`}`
}

/** A transaction as a call of a batch. */
export function toCall({ to, data, value }: Pick<z.output<typeof TransactionRequest>, 'to' | 'data' | 'value'>) {
  return { to, data, value }
}
