export const VIRTUAL_ETH = 980821917808219178n
export const VIRTUAL_TOKEN = 1073972602739726027374301676n
export const TOTAL_SUPPLY = 10n ** 27n
export const TARGET = 2864000000000000000n
export const CREATOR_SHARE_BPS = 5000n

/** Wei for a whole token, rounded down, and for the whole supply at that price. */
export type Price = { price: bigint; marketCap: bigint }

const WHOLE = 10n ** 18n

/** The marginal price on the curve. */
export function onCurve(realEth: bigint, sold: bigint): Price {
  return of(((VIRTUAL_ETH + realEth) * WHOLE) / (VIRTUAL_TOKEN - sold))
}

/** The price in a pool of ETH and the token; Uniswap keeps the root of tokens for one wei. */
export function inPool(sqrtPriceX96: bigint): Price {
  return of((WHOLE << 192n) / (sqrtPriceX96 * sqrtPriceX96))
}

export function of(price: bigint): Price {
  return { price, marketCap: (price * TOTAL_SUPPLY) / WHOLE }
}
