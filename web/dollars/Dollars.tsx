import { dollars, price, toDollars } from '#site/format.ts'
import { useEthUsd } from './EthUsd.tsx'

type Props = {
  wei: bigint | null | undefined
  /** For the price of one token: its zeros are folded. */
  isPrice?: boolean
}

/** The dollar value of an amount; nothing without a price of ETH. The switch hides it by its class. */
export function Dollars({ wei, isPrice = false }: Props) {
  const ethUsd = useEthUsd()
  if (ethUsd === undefined || wei === null || wei === undefined) return null
  const amount = toDollars(wei, ethUsd)
  return <span className="dollars"> {isPrice ? <SmallPrice amount={amount} /> : dollars(amount)}</span>
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
