import { zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { foldedSkeleton } from '#core/confusables.ts'
import { isListed } from '#liquidity/deployment.ts'
import { readHoldings } from '#liquidity/pools/readHoldings.ts'
import { readTraits, type Traits } from '#liquidity/pools/readTraits.ts'
import { rawSymbolOf, type Token } from '#liquidity/pools/Snapshot.ts'
import type { Warning } from './Limits.ts'

type Original = { readonly text: string; readonly where: string }
/** The names and symbols worth imitating on a chain, by skeleton. */
type Originals = ReadonlyMap<string, Original>

/** Lookalikes are shown before, and warnings about a token's code after, all other warnings. */
type TokenWarnings = { readonly lookalikes: readonly Warning[]; readonly code: readonly Warning[] }

const NONE: TokenWarnings = { lookalikes: [], code: [] }

/**
 * Warnings about the unlisted ones of these tokens: their own code decides how much a transfer moves, and can change at
 * any time.
 */
export async function tokenWarnings(chain: Chain, tokens: readonly Token[]): Promise<TokenWarnings> {
  const strangers = tokens.filter(({ address }) => !isListed(chain.facts, address))
  if (strangers.length === 0) return NONE
  const [originals, traits] = await Promise.all([
    chain.forever('originals', () => readOriginals(chain)),
    Promise.all(strangers.map(({ address }) => readTraits(chain, address))),
  ])
  const named = strangers.map((token, index) => ({
    token,
    ...(traits[index] as Traits),
    isWellKnown: isWellKnown(chain, token),
  }))
  return {
    lookalikes: named.filter((one) => !one.isWellKnown).flatMap((one) => lookalikeWarnings(originals, one)),
    code: named.flatMap(codeWarnings),
  }
}

function lookalikeWarnings(originals: Originals, { token, name }: { token: Token; name: string }): Warning[] {
  const claims = [
    ['symbol', rawSymbolOf(token)],
    ['name', name],
  ] as const
  const found = claims.find(([, text]) => originals.has(foldedSkeleton(text)))
  const original = found && originals.get(foldedSkeleton(found[1]))
  if (!original) return []
  const message = `The token ${token.address} has a ${found[0]} that looks like ${original.text}, but it is not ${original.where}. Check the whole address.`
  return [{ code: 'LOOKALIKE_TOKEN', message }]
}

function isWellKnown({ facts }: Chain, { address }: Token): boolean {
  return Object.values(facts.wellKnownTokens).includes(address)
}

type Stranger = Traits & { readonly token: Token; readonly isWellKnown: boolean }

function codeWarnings({ token, isUpgradeable, isRebasing, isWellKnown }: Stranger): Warning[] {
  const name = `The token ${token.address}`
  const rules: [applies: boolean, code: string, message: string][] = [
    [
      isUpgradeable && !isWellKnown,
      'UPGRADEABLE_TOKEN',
      `${name} is a proxy: its owner can replace its code at any time.`,
    ],
    [
      isRebasing,
      'REBASING_TOKEN',
      `${name} changes balances by itself: the balance of a pool can shrink or grow, and the pool loses or gives away the difference.`,
    ],
    [
      true,
      'UNLISTED_TOKEN',
      `${name} is untrusted: its own code decides how much a transfer moves, and can change that after this response.`,
    ],
  ]
  return rules.filter(([applies]) => applies).map(([, code, message]) => ({ code, message }))
}

async function readOriginals(chain: Chain): Promise<Originals> {
  const { nativeCurrency, wrappedNative, listedTokens, wellKnownTokens } = chain.facts
  const tokens = [...new Set([...listedTokens, ...(wrappedNative ? [wrappedNative] : [])])]
  const [{ holdings }, traits] = await Promise.all([
    readHoldings(chain, { wallet: zeroAddress, tokens }),
    Promise.all(tokens.map((token) => readTraits(chain, token))),
  ])
  const listed = holdings.flatMap(({ token }, index): Original[] => {
    const where = `the listed token ${token.address}`
    return [token.symbol, traits[index]?.name ?? ''].map((text) => ({ text, where }))
  })
  const native = [nativeCurrency.symbol, nativeCurrency.name].map((text) => ({ text, where: 'the native currency' }))
  const wellKnown = Object.entries(wellKnownTokens).map(([text, address]) => ({ text, where: `the token ${address}` }))
  const claimed = [...wellKnown, ...listed, ...native].filter(({ text }) => text !== '')
  return new Map(claimed.map((original) => [foldedSkeleton(original.text), original]))
}
