import type { Token } from '#agents/desk/Directory.ts'
import { byAddress, isSame } from '#agents/desk/Directory.ts'
import { chooseLaunch, isReply, quoted } from '#agents/desk/launches.ts'
import { count, ether, percentOfBps, units } from '#agents/desk/numbers.ts'
import { asOf } from '#agents/desk/pairs.ts'
import { type Json, read } from '#agents/desk/Service.ts'
import { type Topic, UNKNOWN } from '#agents/desk/Topic.ts'
import { named, raisedWords } from './launches.ts'

const about: Topic = {
  name: 'about',
  async answer(desk) {
    const token = await chooseLaunch(desk)
    if (isReply(token))
      return desk.question.symbols.length > 0 || desk.question.addresses.length > 0 ? token : { text: UNKNOWN }
    const state = token.graduated
      ? `It graduated ${token.graduatedAt} and trades in its Uniswap v4 pool ${token.poolId}`
      : raisedWords(token)
    return {
      text: [
        `${named(token)} was launched ${token.createdAtTimestamp} by ${token.creator}; the name was chosen by a stranger.`,
        `${state}. Price ${ether(token.priceEth)} a token, market cap ${ether(token.marketCapEth)}, ${count(token.holders, 'holder')}, ${count(token.trades, 'trade')}, volume of 24 hours ${ether(token.volume24hEth)} (${asOf(desk.now)}).`,
        ...rulesOf(token),
        `Its page with the chart: ${token.links.page}. Next: "is it safe", "who holds it", "how many do I get for 0.1 ETH".`,
      ].join('\n'),
      slots: { launch: token.address },
    }
  },
}

/** The creator's choices at the launch. */
function rulesOf({ opening, lock, metadata }: Json): string[] {
  return [
    ...(opening ? [openingWords(opening)] : []),
    ...(lock ? [lockWords(lock)] : []),
    ...(metadata?.description ? [`Its creator writes: “${quoted(metadata.description)}”`] : []),
  ]
}

const openingWords = ({ endsAt, surchargeBps }: Json) =>
  surchargeBps > 0
    ? `Its opening runs until ${endsAt}: a buy now gets ${percentOfBps(surchargeBps)} fewer tokens, which are burned. Waiting avoids this, but the price can change meanwhile.`
    : `Its opening ended ${endsAt}: buys pay no surcharge.`

const lockWords = ({ days, amount, released }: Json) =>
  `Its creator's first buy of ${units(amount, 18)} tokens is locked and released over ${days} days; ${units(released, 18)} are released.`

const fairness: Topic = {
  name: 'fairness',
  async answer(desk) {
    const token = await chooseLaunch(desk)
    if (isReply(token)) return token
    const words = [
      token.opening ? openingWords(token.opening) : 'It was launched without an opening: buys pay no surcharge.',
      token.lock ? lockWords(token.lock) : "Its creator's first buy, if there was one, is not locked.",
      token.graduated
        ? 'The liquidity of its pool is locked forever.'
        : 'When it graduates, the liquidity of its pool is locked forever.',
    ]
    return { text: [`${named(token)}:`, ...words].join(' '), slots: { launch: token.address } }
  },
}

const chart: Topic = {
  name: 'chart',
  async answer(desk) {
    const token = await chooseLaunch(desk)
    if (isReply(token)) return token
    const path = `/api/launchpad/tokens?limit=1&include=glance&search=${token.address}`
    const [{ glance }] = (await read(desk.service, path)).tokens
    const moved =
      glance.changeBps === null
        ? ''
        : `, ${glance.changeBps >= 0 ? 'up' : 'down'} ${percentOfBps(Math.abs(glance.changeBps))} over the line its page shows`
    return {
      text: `${named(token)}: ${ether(token.priceEth)} a token${moved} (${asOf(desk.now)}). The chart is at ${token.links.page}.`,
      slots: { launch: token.address },
    }
  },
}

const KINDS: Record<string, string> = {
  'fee-on-transfer': 'It takes a fee from every transfer, so less arrives than is sent.',
  'usdt-like': 'A new allowance is only accepted after the old one was set to zero.',
  permissioned: 'Only wallets that its issuer has allow-listed can hold it.',
}

/** A token that the deployment names itself. */
const knownToken: Topic = {
  name: 'knownToken',
  answer(desk) {
    const [token] = desk.question.tokens as [Token]
    const { directory } = desk
    if (token.symbol === 'ETH')
      return {
        text: `ETH is the native currency of chain ${directory.chainId}: it has no contract and needs no approval. v4 pools hold it as it is, v2 and v3 pools as WETH.`,
      }
    const pools = directory.pools.filter(
      (pool) => isSame(pool.token0, token.address) || isSame(pool.token1, token.address),
    )
    const kind = KINDS[byAddress(directory, token.address)?.kind ?? ''] ?? ''
    return {
      text: `${token.symbol} is the token at ${token.address} on chain ${directory.chainId}, with ${token.decimals} decimals, in ${count(pools.length, 'pool')} I know of. ${kind} Ask "price of ${token.symbol}".`.replace(
        '  ',
        ' ',
      ),
    }
  },
}

export const aboutTopics: readonly Topic[] = [about, fairness, chart, knownToken]
