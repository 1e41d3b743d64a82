import { ApiError } from '#core/ApiError.ts'

/** The refusal of a range that needs no swap, or that the pool cannot fill. */
export function cannotZap(): ApiError {
  return new ApiError(
    'failed_precondition',
    'No swap makes this amount fit the range: the range holds the paid token alone at this price, or the pool has too little liquidity around it. Use /lp/create, send less, or use another pool.',
    {
      details: [
        { type: 'NO_SWAP', value: 'the range needs none, or the pool cannot fill it' },
        { type: 'alternative', value: '/lp/create' },
      ],
    },
  )
}
