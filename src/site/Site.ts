import type { Assets } from './assets.ts'
import type { Section } from './sections.ts'

/** What every script on a page is told: the deployment, and answers of the API that it would ask for first, by URL. */
export type SiteData = { config: unknown; first: Record<string, unknown>; now: number }

/** Draws an interactive page as its script would draw it first; gives markup. */
export type DrawPage = (entry: string, data: SiteData, url: string) => string

/** What every page knows about the deployment it stands in. */
export type Site = {
  baseUrl: string
  chainId: number
  /** As told to browsers; never one with a secret in it. */
  rpcUrl: string
  /** None on a development chain. */
  explorerUrl: string | null
  isDevnet: boolean
  /** Every chain that positions can be on. */
  chains: readonly { readonly id: number; readonly name: string; readonly explorerUrl?: string | undefined }[]
  chainPrefix: string
  /** The launch contract, where there is one. */
  factory: string | null
  /** The ERC-20 form of ETH, where there is one. */
  wrappedNative: string | null
  /** Tokens that this deployment itself put on its chain. */
  tokens: readonly { address: string; symbol: string; decimals: number }[]
  assets: Assets
  sections: readonly Section[]
  /** What an operation of the service answers, as JSON, for data that a page brings along. */
  read(operation: string, query: Record<string, string>): Promise<unknown>
  /** What draws interactive pages on the server; loaded when the first of them is asked for. */
  drawing(): Promise<DrawPage>
  now(): number
}
