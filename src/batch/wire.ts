import { z } from 'zod'
import { Statement, TransactionRequest, walletCalls } from '#core/TransactionRequest.ts'
import { ChainId, Wallet } from '#core/wire.ts'

/** Every operation whose answer is something to send. */
const OPERATIONS = [
  'lpCreate',
  'lpCreateClassic',
  'lpIncrease',
  'lpDecrease',
  'lpClaimFees',
  'lpClaimMany',
  'lpCompound',
  'lpRerange',
  'lpZapIn',
  'lpZapOut',
  'lpMigrate',
  'prepareLaunchTransaction',
] as const

const OPERATIONS_MAX = 6

const Part = z
  .strictObject({
    operation: z.enum(OPERATIONS).meta({ description: 'The operationId of the path that builds it.' }),
    body: z.record(z.string(), z.unknown()).meta({
      description:
        'The request body of that operation. The wallet and the chain can be omitted. "$0.split", "$0.token" and "$0.poolId" refer to that field in the response of operation 0.',
    }),
  })
  .meta({ id: 'BatchPart' })

export const Request = z.strictObject({
  walletAddress: Wallet,
  chainId: ChainId,
  operations: z
    .array(Part)
    .min(1, 'must have at least one operation')
    .max(OPERATIONS_MAX, `must have at most ${OPERATIONS_MAX} operations`)
    .meta({
      description: 'The operations in the order of execution. Each is built on the state that the earlier ones leave.',
    }),
  atomic: z.boolean().optional().meta({
    description:
      'Whether the wallet executes the calls as one transaction (the atomic capability of EIP-5792). With true, the limits cover the whole batch and hold only if it is atomic. With false, they also hold if the wallet stops partway. Default: false.',
  }),
})

export type Request = z.output<typeof Request>

const address = z.string().meta({ description: 'A checksummed address; the zero address is native currency.' })
const amount = z.string().meta({ description: 'In the smallest unit, as a string of digits.' })

const JointLimits = z
  .object({
    pay: z.array(z.object({ tokenAddress: address, atMost: amount, enforced: z.boolean() })),
    receive: z.array(z.object({ tokenAddress: address, atLeast: amount, enforced: z.boolean() })),
  })
  .meta({
    id: 'JointLimits',
    description:
      'The maximum of each token that leaves the wallet and the minimum that reaches it, over all calls and without the network fee. If enforced is true, the contracts revert rather than break the limit.',
  })

const Step = z
  .object({
    operation: z.int().meta({ description: 'The index of the operation that it belongs to.' }),
    summary: z.string(),
    transaction: TransactionRequest,
    statement: Statement,
  })
  .meta({ id: 'BatchStep', description: 'One call as a separate transaction.' })

export const Response = z.object({
  requestId: z.string(),
  ...walletCalls,
  steps: z.array(Step).meta({
    description:
      'The same calls as separate transactions. A wallet without atomic batches sends them in this order, waits for each and stops at the first that fails. No funds are in a contract in between.',
  }),
  limits: JointLimits,
  changes: z
    .array(
      z.object({
        tokenAddress: address,
        change: z.string().meta({ description: 'Negative if the token leaves the wallet.' }),
      }),
    )
    .meta({ description: 'The balance changes of the wallet in the simulation of all calls in sequence.' }),
  summary: z.string().meta({ description: 'The operations in words, to be shown before anything is signed.' }),
  warnings: z
    .array(z.object({ operation: z.int(), code: z.string(), message: z.string() }))
    .meta({ description: 'Risks to show before signing, by operation.' }),
  blockNumber: z.string().meta({ description: 'The oldest block that the figures were read at.' }),
  expiresAt: z.string().meta({ description: 'ISO 8601. After this time, build the batch again.' }),
  statement: Statement.optional().meta({
    description: 'With atomic: the signed statement about all calls in this order, with the joint limits.',
  }),
})

export type Response = z.input<typeof Response>
