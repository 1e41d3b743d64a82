import type { TokenInformation } from '../api/liquidity.ts'

type Props = { token0: TokenInformation; token1: TokenInformation }

/** Both symbols, which are the tokens' own claim. */
export function PairName({ token0, token1 }: Props) {
  return (
    <>
      <bdi>{symbolText(token0)}</bdi> / <bdi>{symbolText(token1)}</bdi>
    </>
  )
}

/** A token's symbol, or the ends of its address where it has none. */
export function symbolText({ symbol, address }: TokenInformation): string {
  return symbol === '' ? `${address.slice(0, 6)}…${address.slice(-4)}` : symbol
}
