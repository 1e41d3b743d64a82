/** The part of a WalletConnect session that this page relies on. The wallet wrote it, so nothing in it is trusted. */
export type SessionFacts = {
  topic: string
  peer: { metadata?: { name?: unknown } | null }
  namespaces: Record<string, { accounts: string[]; methods: string[] } | undefined>
}

const ACCOUNT = /^eip155:([1-9]\d{0,14}):(0x[0-9a-fA-F]{40})$/
const NAME_MAX = 24

/** The chains that the wallet shares an account on, in its order. */
export function chainsOf(session: SessionFacts): number[] {
  return [...new Set(allAccounts(session).map(({ chainId }) => chainId))]
}

/** The accounts of one chain, in the wallet's order. */
export function accountsOf(session: SessionFacts, chainId: number): string[] {
  const own = allAccounts(session).filter((account) => account.chainId === chainId)
  return [...new Set(own.map(({ address }) => address))]
}

function allAccounts({ namespaces }: SessionFacts): { chainId: number; address: string }[] {
  return Object.values(namespaces)
    .flatMap((space) => space?.accounts ?? [])
    .flatMap((account) => {
      const [, chainId, address] = ACCOUNT.exec(account) ?? []
      return address === undefined ? [] : [{ chainId: Number(chainId), address: address.toLowerCase() }]
    })
}

/** Whether the wallet agreed to be asked for a method. */
export function allows({ namespaces }: SessionFacts, method: string): boolean {
  return Object.values(namespaces).some((space) => space?.methods.includes(method))
}

/** The wallet's own name for itself, without the marks that change the direction of text. */
export function nameOf({ peer }: SessionFacts): string {
  const given = peer.metadata?.name
  const name = typeof given === 'string' ? given : ''
  const letters = [...name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim()]
  return letters.length > NAME_MAX ? `${letters.slice(0, NAME_MAX - 1).join('')}…` : letters.join('')
}
