/** What the server writes into every page for the scripts on it. */
export type SiteConfig = {
  chainId: number
  rpcUrl: string
  factory: string | null
  explorerUrl: string
  isDevnet: boolean
  chainPrefix: string
  /** The ERC-20 form of ETH, where there is one. */
  wrappedNative: string | null
  /** Tokens that this deployment itself put on its chain. */
  tokens: readonly { address: string; symbol: string; decimals: number }[]
}

type SiteData = { config: SiteConfig; first: Record<string, unknown> }

const data = read()

export const config: SiteConfig = data.config

function read(): SiteData {
  const text = document.getElementById('site-data')?.textContent
  if (!text) throw new Error('The page came without its data.')
  return JSON.parse(text) as SiteData
}

/** An answer the server sent along with the page, once; what is asked again is read anew. */
export function takeFirst<Answer>(url: string): Answer | undefined {
  const answer = data.first[url] as Answer | undefined
  delete data.first[url]
  return answer
}
