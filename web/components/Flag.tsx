import { useState } from 'react'
import { flag } from '#site/flag.ts'

type Props = {
  address: string
  size?: 'tiny' | 'small' | 'large' | undefined
  /** Round for wallets and agents, square for tokens. */
  isRound?: boolean
  /** A picture served by us; the flag is shown until it loads and when it fails. */
  image?: string | null | undefined
}

/** The picture of a token or an account; a decoration, never proof of identity. */
export function Flag({ address, size, isRound = false, image }: Props) {
  const [failed, setFailed] = useState<string>()
  const name = ['avatar', size, isRound && 'round'].filter(Boolean).join(' ')
  if (image && failed !== image)
    return <img className={name} src={image} alt="" loading="lazy" onError={() => setFailed(image)} />
  const { ground, figure, path } = flag(address)
  return (
    <svg className={name} viewBox="0 0 12 12" aria-hidden="true">
      <path fill={ground} d="M0 0h12v12H0z" />
      <path fill={figure} d={path} />
    </svg>
  )
}

/** The coin next to amounts of ETH. */
export function EthMark() {
  return (
    <svg className="avatar round small" viewBox="0 0 12 12" aria-hidden="true">
      <path fill="#2f3d45" d="M0 0h12v12H0z" />
      <path fill="#f3f1e7" d="M3.4 3.1h5.2v1.1H3.4zM4 5.45h4v1.1H4zM3.4 7.8h5.2v1.1H3.4z" />
    </svg>
  )
}

/** ETH as the unit of an amount field. */
export const ETH = { symbol: 'ETH', decimals: 18, mark: <EthMark /> }
