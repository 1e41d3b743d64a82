import { shortAddress } from '#site/format.ts'
import { AccountName } from '../names/AccountName.tsx'
import { CopyButton } from './CopyButton.tsx'

type Props = { address: string; href?: string }

/** An address in lists: short, with the name of an account that has a page, with a button that copies the whole of it. */
export function AddressChip({ address, href }: Props) {
  return (
    <span className="address">
      {href === undefined ? (
        <span title={address}>{shortAddress(address)}</span>
      ) : (
        <a href={href} title={address}>
          <AccountName address={address} />
        </a>
      )}
      <CopyButton text={address} label={`Copy address ${address}`} />
    </span>
  )
}

/** The whole address, where money moves; breaks in two equal halves. */
export function FullAddress({ address }: { address: string }) {
  return (
    <span className="mono text-small whole-address">
      {address.slice(0, 21)}
      <wbr />
      {address.slice(21)}
    </span>
  )
}
