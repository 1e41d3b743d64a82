import { zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { foldedSkeleton } from '#core/confusables.ts'
import { isListed } from '#liquidity/deployment.ts'
import { readHoldings } from '#liquidity/pools/readHoldings.ts'
import { rawSymbolOf, type Token } from '#liquidity/pools/Snapshot.ts'
import type { Warning } from './Limits.ts'

type ListedSymbol = { readonly symbol: string; readonly where: string }

/** Warns of a token whose symbol looks like that of the native currency or of a listed token. */
export async function lookalikeWarnings(chain: Chain, tokens: readonly Token[]): Promise<Warning[]> {
  const strangers = tokens.filter(({ address }) => !isListed(chain.facts, address))
  if (strangers.length === 0) return []
  const known = await chain.forever('known symbols', () => readKnown(chain))
  return strangers.flatMap((token) => {
    const original = known.get(foldedSkeleton(rawSymbolOf(token)))
    if (!original) return []
    const message = `The token ${token.address} has a symbol that looks like ${original.symbol}, but it is not ${original.where}. Check the whole address.`
    return [{ code: 'LOOKALIKE_TOKEN', message }]
  })
}

/** The symbols worth imitating on this chain, by skeleton. */
async function readKnown(chain: Chain): Promise<ReadonlyMap<string, ListedSymbol>> {
  const { nativeCurrency, wrappedNative, listedTokens } = chain.facts
  const tokens = [...new Set([...listedTokens, ...(wrappedNative ? [wrappedNative] : [])])]
  const { holdings } = await readHoldings(chain, { wallet: zeroAddress, tokens })
  const native: ListedSymbol = { symbol: nativeCurrency.symbol, where: 'the native currency' }
  const listed = holdings.map(
    ({ token }): ListedSymbol => ({ symbol: token.symbol, where: `the listed token ${token.address}` }),
  )
  return new Map([...listed, native].map((known) => [foldedSkeleton(known.symbol), known]))
}
