import { type Address, zeroAddress } from 'viem'
import type { Swap } from './decodeSwap.ts'
import type { Rule } from './Effects.ts'
import { amountOf, deadlineWarnings, recipientWarnings } from './words.ts'

const CALLER = '0x0000000000000000000000000000000000000001'

/** The rules of Universal Router: exact-in swaps in one v4 pool. */
export const routerRules: Record<string, Rule> = {
  execute: ({ deadline }, scene) => ({ warnings: deadlineWarnings(scene, deadline as bigint) }),
  SWAP_EXACT_IN_SINGLE(args, scene) {
    const { currency0, currency1, zeroForOne, amountIn, amountOutMinimum } = args as unknown as Swap
    const [paid, received] = zeroForOne ? [currency0, currency1] : [currency1, currency0]
    const taken = scene.calls.find(({ name, args: { currency } }) => name === 'TAKE' && currency === received)
    const named = taken?.args['recipient'] as Address | undefined
    const recipient = named === CALLER ? scene.signer : named
    const part = taken?.args['amount'] as bigint | undefined
    const isPaid = scene.calls.some(({ name, args: { currency } }) => name === 'SETTLE_ALL' && currency === paid)
    const from = amountOf(scene, paid, amountIn)
    const to = amountOf(scene, received, amountOutMinimum)
    return {
      pay: paid === zeroAddress ? [] : [{ token: paid, atMost: amountIn }],
      receive: taken ? [{ token: received, atLeast: part || amountOutMinimum, recipient }] : [],
      sentences: [`Swaps ${from} for at least ${to} in a Uniswap v4 pool.`],
      warnings: [
        ...(recipient ? recipientWarnings(scene, recipient) : []),
        ...(taken ? [] : [{ code: 'NOT_PAID_OUT', message: 'No action of this transaction pays the swap out.' }]),
        ...(isPaid ? [] : [{ code: 'NOT_PAID_FOR', message: 'No action of this transaction pays for the swap.' }]),
      ],
    }
  },
  SETTLE_ALL: () => ({}),
  TAKE: () => ({}),
}
