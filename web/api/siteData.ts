/** Written into every page by the server for its scripts. */
export type SiteConfig = {
  chainId: number
  rpcUrl: string
  factory: string | null
  explorerUrl: string | null
  isDevnet: boolean
  chainPrefix: string
  /** The ERC-20 form of ETH, where there is one. */
  wrappedNative: string | null
  /** Tokens that this deployment itself put on its chain. */
  tokens: readonly { address: string; symbol: string; decimals: number }[]
  /** The relay for wallets on other devices, where the deployment has one. */
  walletConnect: { projectId: string; relayUrl: string } | null
  /** Whether accounts have names here. */
  hasNames: boolean
}

export type SiteData = {
  config: SiteConfig
  first: Record<string, unknown>
  /** When the server drew the page, in milliseconds: the browser begins with the same moment. */
  now: number
}

const isBrowser = typeof document !== 'undefined'
const data: SiteData = isBrowser ? read() : { config: {} as SiteConfig, first: {}, now: 0 }
let drawnUrl = ''

export const config: SiteConfig = data.config

function read(): SiteData {
  const text = document.getElementById('site-data')?.textContent
  if (!text) throw new Error('The page came without its data.')
  return JSON.parse(text) as SiteData
}

/** Sets the data of a page before the server draws it; in the browser the page itself carries it. */
export function provide(given: SiteData, url: string): void {
  Object.assign(config, given.config)
  data.first = { ...given.first }
  data.now = given.now
  drawnUrl = url
}

/** The address of the page, in the browser and while the server draws it. */
export function pageUrl(): URL {
  return new URL(isBrowser ? location.href : drawnUrl)
}

/** The moment the page was drawn by the server. */
export function drawnAt(): number {
  return data.now
}

/** An answer the server sent with the page. It is used once; after that the URL is read. */
export function takeFirst<Answer>(url: string): Answer | undefined {
  const answer = data.first[url] as Answer | undefined
  delete data.first[url]
  return answer
}
