import type { Answers } from './Answers.ts'
import type { Assets } from './assets.ts'
import type { Section } from './sections.ts'

/** The data a page's script starts with: the deployment, and prefetched API responses by URL. */
export type SiteData = { config: unknown; first: Record<string, unknown>; now: number }

/** Renders an interactive page on the server; returns its markup, and the URLs of the answers that it lacked. */
export type DrawPage = (entry: string, data: SiteData, url: string) => { markup: string; missing: string[] }

/** The deployment, as pages know it. */
export type Site = {
  baseUrl: string
  chainId: number
  /** A public endpoint for browsers; never one that contains a key. */
  rpcUrl: string
  /** Null on the development chain. */
  explorerUrl: string | null
  isDevnet: boolean
  chains: readonly {
    readonly id: number
    readonly name: string
    /** A public endpoint; never one that contains a key. */
    readonly rpcUrl: string
    readonly explorerUrl?: string | undefined
    readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
    readonly wrappedNative?: string | undefined
  }[]
  chainPrefix: string
  factory: string | null
  wrappedNative: string | null
  /** Test tokens of the development chain. */
  tokens: readonly { address: string; symbol: string; decimals: number }[]
  /** The relay for wallets on other devices; null without a project. */
  walletConnect: { projectId: string; relayUrl: string } | null
  /** Whether accounts have names: a registry is configured. */
  hasNames: boolean
  assets: Assets
  sections: readonly Section[]
  /** The response of a public operation, as JSON. */
  read<Name extends string>(
    operation: Name,
    query: Record<string, string>,
  ): Promise<Name extends keyof Answers ? Answers[Name] : unknown>
  /** The same by the URL that a browser would request. */
  readUrl(url: string): Promise<unknown>
  /** Loads the server renderer when the first interactive page is requested. */
  drawing(): Promise<DrawPage>
  now(): number
}
