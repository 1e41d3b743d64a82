import type { Address } from 'viem'
import { toAddress } from '#core/wire.ts'

/** A plain wallet is the same person on every chain; its key signs. */
export function ofWallet(address: Address): string {
  return `wallet:${address}`
}

/** A contract's address may belong to somebody else on another chain, so the chain is part of who it is. */
export function ofContract(chainId: number, address: Address): string {
  return `wallet:${chainId}:${address}`
}

export function ofProvider(issuer: string, subject: string): string {
  return `oidc:${issuer}#${subject}`
}

/** The wallet behind a subject; people of an identity provider have none. */
export function walletOf(subject: string): Address | undefined {
  const address = /^wallet:(?:\d+:)?(0x[0-9a-fA-F]{40})$/.exec(subject)?.[1]
  return address === undefined ? undefined : toAddress(address)
}

/** Whether a subject is a trusted operator: the plain wallets of the configuration, nobody else. */
export function operators(addresses: readonly string[]): (subject: string) => boolean {
  const subjects = new Set(addresses.map((address) => ofWallet(toAddress(address))))
  return (subject) => subjects.has(subject)
}
