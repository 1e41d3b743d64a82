import type { Hex } from 'viem'
import { z } from 'zod'
import { optional } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { CHAIN_IDS } from '#core/wire.ts'
import { type Receipt, receiptOf } from '#explain/actions/receiptOf.ts'
import type { Context } from '#explain/Context.ts'
import { Receipt as Response } from '#explain/wire/receipt.ts'

const STATEMENT_MAX = 8_000

const Request = z.object({
  chainId: z
    .enum(CHAIN_IDS.map(String) as [string, ...string[]], { error: () => `must be one of ${CHAIN_IDS.join(', ')}` })
    .meta({ description: 'A supported chain id.' }),
  hash: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hexadecimal digits')
    .meta({ description: 'The hash of the transaction.' }),
  statement: z.string().max(STATEMENT_MAX).optional().meta({
    description:
      'The statement from the response that built the transaction. Default: the limits that the mined calldata enforces.',
  }),
})

/** Compares the balance changes of a mined transaction with its stated limits. */
export function receipt(context: Context): Operation {
  return define({
    name: 'transactionReceipt',
    method: 'GET',
    path: '/api/receipts/{chainId}/{hash}',
    tag: 'explain',
    summary: 'Compare the balance changes of a transaction with its stated limits.',
    description:
      'Balances are read at the block of the transaction and at the block before it, so that a token cannot hide a transfer with false logs.',
    access: optional,
    limit: 'build',
    errors: ['not_found', 'unavailable'],
    request: Request,
    response: Response,
    async handle({ chainId, hash, statement }, { requestId }) {
      const id = Number(chainId)
      return {
        requestId,
        chainId: id,
        hash,
        ...toWire(await receiptOf(context, { chainId: id, hash: hash as Hex, statement })),
      }
    },
  })
}

function toWire({ from, to, status, blockNumber, networkFee, promise, changes, outcome, note }: Receipt) {
  return {
    status,
    signer: from,
    to: to ?? null,
    blockNumber: blockNumber?.toString() ?? null,
    networkFee: networkFee?.toString() ?? null,
    promise: promise ? toPromise(promise) : null,
    balanceChanges: changes
      .filter(({ change }) => change !== 0n)
      .map(({ account, token, change }) => ({ account, tokenAddress: token, change: change.toString() })),
    verdict: outcome?.verdict ?? null,
    differences: [...(outcome?.differences ?? [])],
    note: note ?? null,
  }
}

function toPromise({ source, pay, receive }: NonNullable<Receipt['promise']>) {
  return {
    source,
    pay: pay.map(({ token, atMost }) => ({ tokenAddress: token, atMost: atMost.toString() })),
    receive: receive.map(({ token, atLeast, recipient }) => ({
      tokenAddress: token,
      atLeast: atLeast.toString(),
      recipient,
    })),
  }
}
