import { FullAddress } from '../components/AddressChip.tsx'
import { useName } from './useName.ts'

/** An account where money moves: its whole address, and before it its name. */
export function NamedAddress({ address }: { address: string }) {
  const name = useName(address)
  return (
    <>
      {name !== undefined && <bdi className="account-name">{name}</bdi>} <FullAddress address={address} />
    </>
  )
}
