import { dollars, exact, price, toDollars } from '#site/format.ts'
import { useEthUsd } from './EthUsd.tsx'

type Props = {
  wei: bigint | string | null | undefined
  /** For the price of one token: its zeros are folded. */
  isPrice?: boolean
}

/** The dollar value of an amount; nothing without a price of ETH. The switch hides it by its class. */
export function Dollars({ wei, isPrice = false }: Props) {
  const ethUsd = useEthUsd()
  if (ethUsd === undefined || wei === null || wei === undefined) return null
  const amount = toDollars(BigInt(wei), ethUsd)
  return (
    <>
      {' '}
      <span className="dollars">{isPrice ? <SmallPrice amount={amount} /> : dollars(amount)}</span>
    </>
  )
}

/** An amount of ETH in full, and in dollars where the page has their price. */
export function ExactEth({ wei }: { wei: bigint }) {
  return (
    <>
      {exact(wei)} ETH
      <Dollars wei={wei} />
    </>
  )
}

function SmallPrice({ amount }: { amount: bigint }) {
  const { text, zeros, digits } = price(amount)
  return (
    <>
      ${text}
      {zeros > 0 && <sub className="zeros">{zeros}</sub>}
      {digits}
    </>
  )
}
