import { ACCOUNTS } from './accounts.ts'

/** The settings that decide whether a chain with a real chain's id and publicly known keys may run. */
export type Surroundings = {
  /** Whether the embedded chain replaces chain 4663. */
  devnet: boolean
  /** Whether DEVNET=1 was set explicitly. */
  explicit: boolean
  host: string
  baseUrl: string
  nodeEnv: string | undefined
  adminAddresses: readonly string[]
}

const INSIST = 'Set RPC_URL_4663 to use the real chain, or DEVNET=1 to insist on the embedded one.'

/** The reasons not to start, each with a remedy; empty if there are none. */
export function problems(surroundings: Surroundings): string[] {
  if (!surroundings.devnet) return testAccountProblems(surroundings.adminAddresses)
  return surroundings.explicit ? [] : exposureProblems(surroundings)
}

function exposureProblems({ host, baseUrl, nodeEnv }: Surroundings): string[] {
  const exposures = [
    !isLoopback(host) && `HOST ${host} is reachable by others`,
    !isLoopback(new URL(baseUrl).hostname) && `BASE_URL ${baseUrl} is reachable by others`,
    nodeEnv === 'production' && 'NODE_ENV is production',
  ]
  return exposures
    .filter((exposure) => exposure !== false)
    .map((exposure) => `${exposure}, but the embedded chain has the id of the real chain 4663. ${INSIST}`)
}

function testAccountProblems(adminAddresses: readonly string[]): string[] {
  const known = new Set<string>(ACCOUNTS.map((account) => account.toLowerCase()))
  return adminAddresses
    .filter((address) => known.has(address.toLowerCase()))
    .map((address) => `ADMIN_ADDRESSES holds ${address}, a test account whose key is public. Remove it.`)
}

/** Whether a host name, with or without the brackets of IPv6, can only mean this machine. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  return name === 'localhost' || name === '::1' || /^127(\.(0|[1-9]\d{0,2})){3}$/.test(name)
}
