import { BlockList, isIP } from 'node:net'

export type TrustedProxies = { includes(address: string): boolean }

/** The proxies whose `X-Forwarded-For` is trusted, as addresses or CIDR ranges. */
export function trustedProxies(entries: readonly string[]): TrustedProxies {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(address, prefix === undefined ? fullPrefix(family) : Number(prefix), family)
  }
  return { includes: (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') }
}

/**
 * The client's address: the right-most forwarded one that is not a trusted proxy, or the socket's. Parsing stops at an
 * entry that is not an address, because clients control everything to the left of it.
 */
export function clientAddress(socket: string, forwarded: string | null, proxies: TrustedProxies): string {
  let address = plain(socket) || 'unknown'
  const chain = forwarded === null ? [] : forwarded.split(',')
  for (let next = chain.pop(); next !== undefined && proxies.includes(address); next = chain.pop()) {
    const before = addressIn(next.trim())
    if (before === undefined) break
    address = before
  }
  return bucket(address)
}

/** Strips the port some proxies add, and unwraps IPv4-mapped IPv6. */
function addressIn(text: string): string | undefined {
  const bare = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  const address = plain(bare.toLowerCase())
  return isIP(address) === 0 ? undefined : address
}

/** One IPv6 client usually has a whole /64, so limits count by prefix. */
function bucket(address: string): string {
  return isIP(address) === 6 ? `${expand(address).slice(0, 4).join(':')}::/64` : address
}

function expand(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const middle = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...middle, ...right].map((group) => group.replace(/^0+(?=.)/, ''))
}

function plain(address: string): string {
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address
}

function fullPrefix(family: 'ipv4' | 'ipv6'): number {
  return family === 'ipv6' ? 128 : 32
}
