import { z } from 'zod'
import { Address, Amount, ChainId, Hex } from '#core/wire.ts'

const CALLS_MAX = 20
const DATA_MAX = 2 + 2 * 65_536

const Value = z
  .union([Amount, z.codec(z.string().regex(/^0x[0-9a-fA-F]{1,64}$/), z.bigint(), { decode: BigInt, encode: String })])
  .meta({ description: 'Native currency in wei, as digits or hexadecimal. Default: 0.' })

const Call = z
  .object({
    to: Address.meta({ description: 'The contract or account that is called.' }),
    data: z
      .string()
      .max(DATA_MAX, 'must have at most 65536 bytes')
      .pipe(Hex)
      .optional()
      .meta({ description: 'Calldata. Default: none.' }),
    value: Value.optional(),
  })
  .meta({ id: 'ExplainedCall', description: 'Other fields of a transaction are ignored.' })

const Field = z.strictObject({ name: z.string(), type: z.string() })

const TypedData = z
  .object({
    domain: z.record(z.string(), z.unknown()),
    types: z.record(z.string(), z.array(Field)),
    primaryType: z.string(),
    message: z.record(z.string(), z.unknown()),
  })
  .meta({
    id: 'TypedData',
    description: 'EIP-712 typed data as passed to the wallet; numbers can be strings of digits.',
  })

const SUBJECTS = ['transaction', 'calls', 'typedData', 'message'] as const

export const Request = z
  .strictObject({
    chainId: ChainId,
    from: Address.optional().meta({
      description: 'The account that signs. Without it, recipients cannot be compared with the signer.',
    }),
    transaction: Call.optional(),
    calls: z.array(Call).min(1).max(CALLS_MAX, `must have at most ${CALLS_MAX} calls`).optional().meta({
      description: 'Several calls that the wallet sends in this order.',
    }),
    typedData: TypedData.optional(),
    message: z.string().max(10_000).optional().meta({ description: 'A Sign-In with Ethereum message (EIP-4361).' }),
    simulate: z.boolean().optional().meta({
      description: 'Simulates the calls and adds the balance changes of the signer. Needs from. Default: false.',
    }),
  })
  .superRefine((request, context) => {
    if (SUBJECTS.filter((name) => request[name] !== undefined).length !== 1)
      context.addIssue({ code: 'custom', message: `must have exactly one of ${SUBJECTS.join(', ')}`, path: [] })
    if (request.simulate && !request.from)
      context.addIssue({ code: 'custom', message: 'is required with simulate', path: ['from'] })
  })

export const address = z.string().meta({ description: 'A checksummed address; the zero address is native currency.' })
export const amount = z.string().meta({ description: 'In the smallest unit, as a string of digits.' })
const Known = z.object({
  address,
  name: z.string().nullable().meta({ description: 'Null for an unknown contract.' }),
  source: z.string().nullable().meta({ description: 'The source of the name.' }),
})

const Step = z.object({
  contract: Known,
  function: z.string().nullable().meta({ description: 'Null for an unknown call.' }),
  arguments: z.record(z.string(), z.unknown()).meta({ description: 'By name; numbers as strings.' }),
})

export const Response = z.object({
  requestId: z.string(),
  known: z.boolean().meta({ description: 'Whether every part was decoded. An unknown part is never guessed.' }),
  kind: z.string().meta({ description: 'transaction, calls, message, or the name of the typed data.' }),
  summary: z.string().meta({ description: 'Its effects in words.' }),
  steps: z.array(Step),
  limits: z
    .object({
      pay: z.array(z.object({ tokenAddress: address, atMost: amount })),
      receive: z.array(z.object({ tokenAddress: address, atLeast: amount, recipient: z.string().nullable() })),
    })
    .meta({
      description:
        'Derived from the calldata alone: the maximum that can leave the signer, excluding approvals that others use, and the minimum that is paid out.',
    }),
  approvals: z.array(
    z.object({
      tokenAddress: address,
      spender: Known,
      amount: amount.nullable().meta({ description: 'Null for an approval of one position or of all positions.' }),
      positionId: z.string().nullable(),
      until: z.string().nullable().meta({ description: 'ISO 8601; null if it does not expire.' }),
    }),
  ),
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
  simulation: z
    .object({
      ok: z.boolean(),
      balanceChanges: z
        .array(
          z.object({
            tokenAddress: address,
            change: z.string().meta({ description: 'Negative if the token leaves the signer.' }),
          }),
        )
        .optional(),
    })
    .optional(),
})
