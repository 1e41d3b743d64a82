import type { Warning } from '#liquidity/answer/Limits.ts'
import type { Protocol } from '#liquidity/deployment.ts'

const V2_TAKES_FROM_WALLET = 'The v2 router adds only tokens that are in the wallet.'
const WHY: Readonly<Record<string, string>> = {
  V2_TO_V3: 'The migrator of Uniswap removes v2 liquidity without any minimum.',
  V2_TO_V4: 'The v2 router pays the wallet, and the v4 position manager cannot remove v2 liquidity.',
  V3_TO_V2: V2_TAKES_FROM_WALLET,
  V4_TO_V2: V2_TAKES_FROM_WALLET,
  V4_TO_V3:
    'The v3 position manager takes deposits only from the wallet, and the v4 position manager pays out to the wallet.',
  V3_TO_V4:
    'In one transaction, the funds would be in the v4 position manager while the code of the tokens runs, and that code could take them.',
}

/** The reason why liquidity cannot move in one transaction. */
export function reasonOf(from: Protocol, to: Protocol): Warning {
  const way = `${from}_TO_${to}`
  return { code: `${way}_THROUGH_WALLET`, message: WHY[way] ?? '' }
}
