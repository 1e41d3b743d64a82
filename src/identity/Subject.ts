import type { Address } from 'viem'
import { toAddress } from '#core/wire.ts'

/** A wallet with a key is the same person on every chain. */
export function ofWallet(address: Address): string {
  return `wallet:${address}`
}

/** A contract's address may have another owner on another chain, so the subject includes the chain. */
export function ofContract(chainId: number, address: Address): string {
  return `wallet:${chainId}:${address}`
}

export function ofProvider(issuer: string, subject: string): string {
  return `oidc:${issuer}#${subject}`
}

/** The wallet of a subject; undefined for people of an identity provider. */
export function walletOf(subject: string): Address | undefined {
  const address = /^wallet:(?:\d+:)?(0x[0-9a-fA-F]{40})$/.exec(subject)?.[1]
  return address === undefined ? undefined : toAddress(address)
}

/** The wallet of a subject on one chain: a contract is a wallet only on its own chain. */
export function walletOn(chainId: number, subject: string): Address | undefined {
  const chain = /^wallet:(\d+):/.exec(subject)?.[1]
  return chain === undefined || Number(chain) === chainId ? walletOf(subject) : undefined
}

/** Whether a subject is an operator: only the configured wallets are. */
export function operators(addresses: readonly string[]): (subject: string) => boolean {
  const subjects = new Set(addresses.map((address) => ofWallet(toAddress(address))))
  return (subject) => subjects.has(subject)
}
