import { ASK_WALLET, walletOf } from '#agents/desk/choosePosition.ts'
import { chooseLaunch, isReply } from '#agents/desk/launches.ts'
import { count, ether, units } from '#agents/desk/numbers.ts'
import { asOf } from '#agents/desk/pairs.ts'
import { find, type Json, read } from '#agents/desk/Service.ts'
import { ask, type Desk, type Reply, type Topic } from '#agents/desk/Topic.ts'
import { named } from './launches.ts'

const SHOWN = 10

/** The launches a wallet holds. */
const portfolio: Topic = {
  name: 'portfolio',
  async answer(desk) {
    const wallet = walletOf(desk)
    if (!wallet) return ask(ASK_WALLET, 'wallet')
    const { tokens, total } = await read(desk.service, `/api/launchpad/tokens?limit=${SHOWN}&holder=${wallet}`)
    const lines = tokens.map((token: Json) => `- ${named(token)}: ${ether(token.priceEth)} a token`)
    const head = `${wallet} holds ${count(total, 'launched token')}${lines.length > 0 ? `, ${asOf(desk.now)}:` : '.'}`
    const page = `Balances and earnings: ${desk.directory.baseUrl}/portfolio/${wallet}. "What are my positions" lists its liquidity.`
    return { text: [head, ...lines, page].join('\n'), wallet }
  },
}

/** The tokens a wallet launched; without a wallet, those of the creator of the current token. */
const launchedBy: Topic = {
  name: 'launchedBy',
  async answer(desk) {
    const creator = await creatorOf(desk)
    if (typeof creator !== 'string') return creator
    const { tokens, total } = await read(desk.service, `/api/launchpad/tokens?limit=${SHOWN}&creator=${creator}`)
    if (tokens.length === 0) return { text: `${creator} has launched nothing here (${asOf(desk.now)}).` }
    const lines = tokens.map((token: Json) => `- ${named(token)}, launched ${token.createdAtTimestamp}`)
    return {
      text: [`${creator} has launched ${count(total, 'token')}, newest first (${asOf(desk.now)}):`, ...lines].join(
        '\n',
      ),
      slots: { launch: tokens[0].address },
    }
  },
}

async function creatorOf(desk: Desk): Promise<string | Reply> {
  const { question, memory, slots } = desk
  if (slots.wallet) return slots.wallet
  const isOwn = /\b(i|my)\b/.test(question.plain)
  if (isOwn) return memory.wallet ?? ask(ASK_WALLET, 'wallet')
  const token = await chooseLaunch(desk)
  return isReply(token) ? token : token.creator
}

/** The last trades of a token, or of a wallet. */
const trades: Topic = {
  name: 'trades',
  async answer(desk) {
    const wallet = desk.slots.wallet ?? (await unlaunched(desk))
    if (wallet) return tradesOf(desk, wallet)
    const token = await chooseLaunch(desk)
    if (isReply(token)) return token
    const page = await read(desk.service, `/api/launchpad/trades?address=${token.address}&limit=8`)
    const lines = page.trades.map(
      (trade: Json) => `- ${trade.timestamp}: ${trade.trader} ${tradeWords(trade, 'tokens')}`,
    )
    const head =
      lines.length > 0 ? `Last trades of ${named(token)}, newest first:` : `${named(token)} has not been traded yet.`
    return { text: [head, ...lines].join('\n'), slots: { launch: token.address } }
  },
}

/** An address in the sentence that is not a launched token is a trader. */
async function unlaunched({ service, slots, question }: Desk): Promise<string | undefined> {
  if (!slots.launch || !question.addresses.includes(slots.launch)) return undefined
  const token = await find(service, `/api/launchpad/token?address=${slots.launch}`)
  return token ? undefined : slots.launch
}

async function tradesOf(desk: Desk, trader: string): Promise<Reply> {
  const page = await read(desk.service, `/api/launchpad/trades?trader=${trader}&limit=8`)
  const lines = page.trades.map((trade: Json) => `- ${trade.timestamp}: ${tradeWords(trade, `of ${trade.address}`)}`)
  const head = lines.length > 0 ? `Last trades of ${trader}, newest first:` : `${trader} has not traded a launch yet.`
  return { text: [head, ...lines].join('\n') }
}

const tradeWords = ({ side, ethAmount, tokenAmount, venue }: Json, noun: string) =>
  `${side === 'buy' ? 'bought' : 'sold'} ${units(tokenAmount, 18)} ${noun} for ${ether(ethAmount)} (${venue})`

export const walletTopics: readonly Topic[] = [portfolio, launchedBy, trades]
