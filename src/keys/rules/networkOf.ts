import { isIP } from 'node:net'

/** The network of an address: /24 of IPv4, /48 of IPv6; the text itself if it is not an address. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  const family = isIP(plain)
  if (family === 4) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  return family === 6 ? `${firstGroups(plain).join(':')}::/48` : address.slice(0, 64)
}

/** The first three groups of an IPv6 address, of which `::` may have left out some. */
function firstGroups(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length)
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...rest]
  return all.slice(0, 3).map((group) => group.replace(/^0+(?=.)/, ''))
}
