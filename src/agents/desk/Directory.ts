import { find, type Json, read, type Service } from './Service.ts'

export type Token = { symbol: string; address: string; decimals: number; kind?: string }
export type PoolReference = { protocol: Protocol; reference: string; token0: string; token1: string; fee: number }
export type Protocol = 'V2' | 'V3' | 'V4'

/** Facts about the deployment. */
export type Directory = {
  baseUrl: string
  chainId: number
  isDevnet: boolean
  /** Tokens that can be named by their symbol; ETH first. */
  tokens: readonly Token[]
  /** Pools that the deployment lists. */
  pools: readonly PoolReference[]
}

export const NATIVE = '0x0000000000000000000000000000000000000000'
export const ETH: Token = { symbol: 'ETH', address: NATIVE, decimals: 18 }

/** Reads the directory; a deployment without a development chain lists no tokens but ETH. */
export async function readDirectory(service: Service): Promise<Directory> {
  const [status, devnet] = await Promise.all([
    read(service, '/api/developer/status'),
    find(service, '/api/developer/devnet'),
  ])
  return {
    baseUrl: status.origins.base,
    chainId: status.launchpad.chainId,
    isDevnet: status.network === 'devnet',
    tokens: [ETH, ...(devnet?.tokens ?? []).map(toToken)],
    pools: devnet?.pools ?? [],
  }
}

export function bySymbol({ tokens }: Directory, symbol: string): Token | undefined {
  const wanted = /^(ether|ethereum|ethers)$/i.test(symbol) ? 'ETH' : symbol.toUpperCase()
  return tokens.find((token) => token.symbol.toUpperCase() === wanted)
}

export function byAddress({ tokens }: Directory, address: string): Token | undefined {
  return tokens.find((token) => isSame(token.address, address))
}

export function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

/** ETH and wrapped ETH are the same token in a question about a pool. */
export function isSameAsset(a: Token, b: Token): boolean {
  return a.symbol.replace(/^WETH$/, 'ETH') === b.symbol.replace(/^WETH$/, 'ETH')
}

/** The token that v2 and v3 use where v4 has native ETH. */
export function wrapped(directory: Directory): Token | undefined {
  return bySymbol(directory, 'WETH')
}

function toToken({ symbol, address, decimals, kind }: Json): Token {
  return { symbol, address, decimals, kind }
}
