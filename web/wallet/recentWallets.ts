import { createKeptList } from '../keptList.ts'
import type { Wallet } from './Provider.ts'

const MAX = 5

/** The wallets that were connected in this browser, by their reverse domain names, the latest first. */
export const recentWallets = createKeptList<string>('slipway.recentWallets', 'string')

export function rememberWallet({ info: { rdns } }: Wallet): void {
  recentWallets.change((kept) => [rdns, ...kept.filter((one) => one !== rdns)].slice(0, MAX))
}

/** Wallets that were used before come first. */
export function byRecency(list: readonly Wallet[], recent: readonly string[]): Wallet[] {
  const place = ({ info: { rdns } }: Wallet) => (recent.includes(rdns) ? recent.indexOf(rdns) : recent.length)
  return list.toSorted((a, b) => place(a) - place(b))
}
