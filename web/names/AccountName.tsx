import { shortAddress } from '#site/format.ts'
import { useName } from './useName.ts'

const SHOWN_MAX = 24

/** An account in a list: its name, or its short address. */
export function AccountName({ address }: { address: string }) {
  const name = useName(address)
  return name === undefined ? shortAddress(address) : <bdi>{cutName(name)}</bdi>
}

/** Keeps both ends, because the end of a name identifies its owner. */
function cutName(name: string): string {
  return name.length <= SHOWN_MAX ? name : `${name.slice(0, SHOWN_MAX / 2)}…${name.slice(1 - SHOWN_MAX / 2)}`
}
