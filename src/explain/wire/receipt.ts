import { z } from 'zod'
import { VERDICTS } from '#explain/rules/verdict.ts'
import { address, amount } from './schemas.ts'

export const Receipt = z.object({
  requestId: z.string(),
  chainId: z.number(),
  hash: z.string(),
  status: z.enum(['pending', 'reverted', 'mined']),
  signer: address,
  to: address.nullable().meta({ description: 'Null for a transaction that creates a contract.' }),
  blockNumber: z.string().nullable(),
  networkFee: amount.nullable().meta({ description: 'Paid by the signer in addition to the changes, in wei.' }),
  promise: z
    .object({
      source: z.enum(['statement', 'calldata']),
      pay: z.array(z.object({ tokenAddress: address, atMost: amount })),
      receive: z.array(z.object({ tokenAddress: address, atLeast: amount, recipient: address })),
    })
    .nullable()
    .meta({ description: 'Null if the request has no statement and part of the calldata is unknown.' }),
  balanceChanges: z.array(
    z.object({
      account: address,
      tokenAddress: address,
      change: z.string().meta({ description: 'In the smallest unit, without the network fee; negative if it left.' }),
    }),
  ),
  verdict: z.enum(VERDICTS).nullable().meta({
    description:
      '`as stated`: every change is exactly its limit. `within limits`: no more left and no less arrived than stated. `differs`: a limit was broken, another transaction was mined, or a balance change contradicts the logs of the token. Null while there is nothing to compare.',
  }),
  differences: z.array(z.string()).meta({ description: 'Empty unless the verdict is `differs`.' }),
  note: z.string().nullable().meta({ description: 'The reason for a missing verdict.' }),
})
