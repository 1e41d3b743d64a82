import type { z } from 'zod'
import { optional } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { explainCalls } from '#explain/actions/explainCalls.ts'
import { explainMessage } from '#explain/actions/explainMessage.ts'
import type { Context } from '#explain/Context.ts'
import { Request, Response } from '#explain/wire/schemas.ts'
import { toWire } from '#explain/wire/toWire.ts'

/** Explains a transaction, a list of calls, typed data or a sign-in message. */
export function explain(context: Context): Operation {
  return define({
    name: 'explain',
    method: 'POST',
    path: '/api/explain',
    tag: 'explain',
    summary: 'Explain a transaction, calls, typed data or a sign-in message before it is signed.',
    description:
      'Returns the effects in words, the maximum that leaves the signer, the minimum that is paid out, approvals and warnings. The decoder shares no code with the transaction builders. A part that it cannot decode is reported as unknown, never guessed.',
    access: optional,
    limit: 'build',
    errors: ['unavailable'],
    examples: [EXAMPLE],
    request: Request,
    response: Response,
    async handle(request, { requestId }) {
      return { requestId, ...toWire(await explained(context, request)) }
    },
  })
}

const EXAMPLE = {
  summary: 'An approval',
  request: {
    chainId: 1,
    from: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    transaction: {
      to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      data: '0x095ea7b3000000000000000000000000000000000022d473030f116ddee9f6b43ac78ba300000000000000000000000000000000000000000000000000000000000f4240',
      value: '0x00',
    },
  },
}

function explained(context: Context, request: z.output<typeof Request>) {
  const { typedData, message, transaction, calls } = request
  if (typedData || message !== undefined) return explainMessage(context, request)
  const list = (calls ?? (transaction ? [transaction] : [])).map(({ to, data = '0x', value = 0n }) => ({
    to,
    data,
    value,
  }))
  return explainCalls(context, { ...request, calls: list, kind: calls ? 'calls' : 'transaction' })
}
