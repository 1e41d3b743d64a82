import pg from 'pg'
import { clientOfHosts, type Role } from './clientOfHosts.ts'

/** The driver's settings of a server; `Client` looks for the host if the address has several. */
export type ServerAddress = pg.ClientConfig & { Client?: typeof pg.Client }

type UrlParts = { start: string; hosts: string[]; end: string; attribute: string | null }

/** The values of `target_session_attrs` that ask for the role; without one, the role decides. */
const ATTRIBUTES: Record<Role, readonly string[]> = {
  primary: ['read-write', 'primary'],
  standby: ['standby', 'prefer-standby', 'read-only', 'any'],
}

/** Whether the text is the address of a database, with one host or several separated by commas. */
function isValid(text: string): boolean {
  try {
    return urlsOf(split(text)).every((url) => new pg.Client({ connectionString: url }) !== undefined)
  } catch {
    return false
  }
}

/** Reads an address. One with several hosts is followed to the host that has the role, with each new connection. */
export function parse(text: string, variable: string, role: Role): ServerAddress {
  if (!isValid(text)) throw new Error(`${variable} is not valid. Set postgresql://user:password@host:5432/database.`)
  const parts = split(text)
  if (parts.attribute !== null && !ATTRIBUTES[role].includes(parts.attribute))
    throw new Error(
      `${variable} has target_session_attrs=${parts.attribute}. Set ${ATTRIBUTES[role].join(' or ')}, or leave it out.`,
    )
  const [first, ...others] = urlsOf(parts)
  const address = { connectionString: first as string }
  return others.length === 0
    ? address
    : { ...address, Client: clientOfHosts([address.connectionString, ...others], role) }
}

/** The hosts with the database, without user and password. */
export function describe({ Client = pg.Client, ...address }: ServerAddress): string {
  const { host, port, database } = new Client(address)
  const at = 'hosts' in Client ? String(Client.hosts) : `${host}:${port}`
  return `${at}/${database}`
}

/** The driver does not know `target_session_attrs`, so it is taken out. */
function split(text: string): UrlParts {
  const [, start = '', hosts = '', path = '', query = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(\/[^?]*)?(?:\?(.*))?$/.exec(text) ?? []
  if (!start) throw new Error('not the address of a database')
  const parameters = new URLSearchParams(query)
  const attribute = parameters.get('target_session_attrs')
  parameters.delete('target_session_attrs')
  const end = parameters.size === 0 ? path : `${path}?${parameters}`
  return { start, hosts: hosts.split(','), end, attribute }
}

function urlsOf({ start, hosts, end }: UrlParts): string[] {
  return hosts.map((host) => `${start}${host}${end}`)
}
