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
let drawings = 0
/** The answers that the page asked for while the server drew it, and that did not come with it. */
const missing = new Set<string>()

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
  drawings++
  missing.clear()
}

/** The URLs that the drawn page would have to read first. */
export function missingAnswers(): string[] {
  return [...missing]
}

/** A value that follows from the data of the page: derived once in the browser, and once per drawing on the server. */
export function perPage<Value>(derive: () => Value): () => Value {
  let known: { value: Value; drawing: number } | undefined
  return () => {
    if (known?.drawing !== drawings) known = { value: derive(), drawing: drawings }
    return known.value
  }
}

/** The address of the page, in the browser and while the server draws it. */
export function pageUrl(): URL {
  return new URL(isBrowser ? location.href : drawnUrl)
}

/** The moment the page was drawn by the server. */
export function drawnAt(): number {
  return data.now
}

/** An answer that the server sent with the page. */
export function firstAnswer<Answer>(url: string): Answer | undefined {
  const answer = data.first[url] as Answer | undefined
  if (answer === undefined && !isBrowser) missing.add(url)
  return answer
}

/** From now on the URL is read. */
export function forgetAnswer(url: string): void {
  delete data.first[url]
}
