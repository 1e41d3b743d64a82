import { bySymbol, ETH, type Token } from '#agents/desk/Directory.ts'
import { quoted } from '#agents/desk/launches.ts'
import * as Pool from '#agents/desk/Pool.ts'
import { asOf, capital, noPool } from '#agents/desk/pairs.ts'
import { type Json, read } from '#agents/desk/Service.ts'
import { ask, type Desk, type Topic } from '#agents/desk/Topic.ts'
import { inTotal } from './pools.ts'

/** Buying or selling a token with its own pools, which a launched token on its curve does not have. */
const exchange: Topic = {
  name: 'exchange',
  async answer(desk) {
    const pair = pairOf(desk)
    if (!pair) return ask('Into which token? For example "swap 1 ETH to DUSD".', 'tokens')
    const { service, directory, slots, now } = desk
    const [deepest] = await Pool.findByPair(service, directory, { pair, protocol: slots.protocol, fee: slots.fee })
    if (!deepest) return { text: noPool(pair, desk) }
    const [, other] = pair
    return {
      text: [
        `${Pool.label(deepest)} (${deepest.reference}): ${Pool.priceWords(deepest, pair[0])}.${inTotal(desk, deepest, pair)}`,
        `${capital(asOf(now))}. I build liquidity positions and trades of launched tokens, not swaps between pool tokens: for those use a Uniswap router on chain ${directory.chainId}.${await namesake(desk, other)}`,
      ].join('\n'),
      slots: { ...slots, tokens: pair },
    }
  },
}

/** The token to give, then the token to get; ETH if only one is named. */
function pairOf({ slots, directory }: Desk): readonly [Token, Token] | undefined {
  const given = slots.amount && bySymbol(directory, slots.amount.symbol)
  const tokens = [...new Set([...(given ? [given] : []), ...(slots.tokens ?? []), ETH])]
  return tokens[0] && tokens[1] ? [tokens[0], tokens[1]] : undefined
}

async function namesake({ service }: Desk, { symbol }: Token): Promise<string> {
  const { tokens } = await read(service, `/api/launchpad/tokens?limit=20&search=${encodeURIComponent(symbol)}`)
  const twin = tokens.find((token: Json) => token.symbol.toUpperCase() === symbol)
  return twin
    ? ` A launched token calls itself ${quoted(twin.symbol)} too (${twin.address}). It is a different token; send its address for a quote.`
    : ''
}

export const exchangeTopics: readonly Topic[] = [exchange]
