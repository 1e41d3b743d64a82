import { NATIVE } from '#site/positionUrl.ts'
import { EthMark, Flag } from '../components/Flag.tsx'

/** The picture of a token: the coin for ETH, a flag for every other. */
export function TokenMark({ address }: { address: string }) {
  return address === NATIVE ? <EthMark /> : <Flag address={address} isRound size="small" />
}

/** The pictures of a pair, one over the other. */
export function PairMark({ tokens }: { tokens: readonly { address: string }[] }) {
  return (
    <span className="pair-mark">
      {tokens.map(({ address }) => (
        <TokenMark key={address} address={address} />
      ))}
    </span>
  )
}
