import { BlockList, isIP } from 'node:net'

type Network = { address: string; prefix: number; family: 'ipv4' | 'ipv6' }

/** IPv6 callers are identified by their /64. */
const PREFIX_MAX = { ipv4: 32, ipv6: 64 }

/** Whether the text is an IPv4 address, or a range in CIDR notation of IPv4 or of at least a /64 of IPv6. */
export function isNetwork(text: string): boolean {
  return parse(text) !== undefined
}

/** A test whether a caller's address is in one of the networks. */
export function matcherOf(networks: readonly string[]): (address: string) => boolean {
  // One list for each family: a single one would take IPv4 for a part of `::/0`.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const { address, prefix, family } of networks.flatMap((text) => parse(text) ?? []))
    lists[family].addSubnet(address, prefix, family)
  return (address) => {
    const plain = address.replace(/\/64$/, '')
    const version = isIP(plain)
    return version !== 0 && lists[familyOf(version)].check(plain, familyOf(version))
  }
}

/** Whether each of the inner networks is part of an outer one. */
export function covers(outer: readonly string[], inner: readonly string[]): boolean {
  return inner.every((text) => outer.some((whole) => isPart(parse(text), parse(whole))))
}

function isPart(part: Network | undefined, whole: Network | undefined): boolean {
  if (!part || !whole || part.family !== whole.family || part.prefix < whole.prefix) return false
  return matcherOf([`${whole.address}/${whole.prefix}`])(part.address)
}

function parse(text: string): Network | undefined {
  const [, address = '', bits] = /^([0-9a-f.:]+)(?:\/([0-9]{1,2}))?$/i.exec(text) ?? []
  const version = isIP(address)
  if (version === 0 || (version === 6 && bits === undefined)) return undefined
  const family = familyOf(version)
  const prefix = bits === undefined ? PREFIX_MAX.ipv4 : Number(bits)
  return prefix > PREFIX_MAX[family] ? undefined : { address: address.toLowerCase(), prefix, family }
}

function familyOf(version: number): Network['family'] {
  return version === 6 ? 'ipv6' : 'ipv4'
}
