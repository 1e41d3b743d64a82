import { isObject } from '#core/isObject.ts'
import { exact, percent, price, short, shortAddress } from '#site/format.ts'
import { type Html, html } from '#site/html.ts'
import { card, strangers } from './card.ts'
import { type Fields, fields, isAddress, list, text, texts } from './fields.ts'

/** The cards of a tool's result; undefined if it has none. Their texts are written by strangers, so all are escaped. */
export function cardsOf(result: Fields): Html | undefined {
  if (isObject(result['room'])) return roomCard(result['room'])
  const reply = isObject(result['agentReply']) ? result['agentReply'] : undefined
  if (reply) return replyCards(reply, placeOf(result))
  return undefined
}

/** The page of the box, where its proposals are reviewed and signed. */
function placeOf({ task }: Fields): string | undefined {
  const boxId = isObject(task) ? text(task['boxId']) : ''
  return /^box_\w{1,60}$/.test(boxId) ? `/boxes/${boxId}` : undefined
}

const POSTS_SHOWN = 5
const TEXT_SHOWN = 4_000

function roomCard(room: Fields): Html {
  const id = text(room['id'])
  const isId = /^room_\w{1,60}$/.test(id)
  const posts = list(room['messages']).slice(-POSTS_SHOWN)
  const people = list(room['participants']).length
  return card({
    kind: 'Arena room',
    chip: text(room['status']),
    title: text(room['topic']),
    body: posts.length > 0 && strangers(html`${posts.map(post)}`),
    facts: people > 0 ? [['Participants', String(people)]] : [],
    link: isId ? { path: `/arena/${id}`, words: 'Open the room' } : undefined,
  })
}

function post(entry: Fields): Html {
  const author = isObject(entry['author']) ? text(entry['author']['name']) : ''
  return html`<p class="words"><b><bdi>${author}</bdi></b> <bdi>${text(entry['content']).slice(0, 600)}</bdi></p>`
}

/** The cards of the agent's reply; without one, its words. */
function replyCards(reply: Fields, place: string | undefined): Html {
  const cards = list(reply['cards'])
  if (cards.length > 0) return html`${cards.map((one) => replyCard(one, place))}`
  const words = strangers(html`<p class="words said"><bdi>${text(reply['content']).slice(0, TEXT_SHOWN)}</bdi></p>`)
  return card({ kind: 'Agent’s words', title: '', body: words })
}

function replyCard(one: Fields, place: string | undefined): Html {
  const data = isObject(one['data']) ? one['data'] : {}
  if (isObject(data['token'])) return tokenCard(data['token'])
  if (isObject(data['position'])) return positionCard(data['position'])
  if (one['kind'] === 'transaction') return transactionCard(one, data, place)
  return card({ kind: 'Agent’s words', title: text(one['title']), body: sentences(one) })
}

function transactionCard(one: Fields, data: Fields, place: string | undefined): Html {
  const steps = list(data['steps']).map((step) => text(step['title']))
  return card({
    kind: 'Proposed transaction',
    chip: 'not signed',
    title: text(one['title']),
    body: sentences(one),
    facts: [
      ['For wallet', text(data['wallet'])],
      ['Chain', text(data['chainId'])],
      ['Steps', steps.join(', ')],
    ],
    note: 'Slipway rebuilds the transaction when you review it. Nothing is signed in this chat.',
    link: place === undefined ? undefined : { path: place, words: 'Review and sign' },
  })
}

function sentences(one: Fields): Html {
  const words = unlike(texts(one['words']))
  return strangers(html`${words.map((sentence) => html`<p class="words"><bdi>${sentence}</bdi></p>`)}
    ${texts(one['warnings']).map((warning) => html`<p class="warn"><bdi>${warning}</bdi></p>`)}`)
}

/** A card of one step would repeat its text. */
function unlike(words: readonly string[]): string[] {
  const [first = ''] = words
  return [...new Set(words)].filter((sentence) => sentence === first || !sentence.endsWith(first))
}

function tokenCard(token: Fields): Html {
  const address = text(token['address'])
  const bps = Number(token['progressBps']) || 0
  const isDone = token['graduated'] === true
  return card({
    kind: 'Token',
    chip: isDone ? 'graduated' : percent(bps),
    title: `${text(token['name'])} (${text(token['symbol'])})`,
    body: html`<svg class="bar${isDone ? ' full' : ''}" viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label="${isDone ? 'Graduated' : `${percent(bps)} of the way to graduation`}"><rect width="${isDone ? 100 : bps / 100}" height="6"/></svg>`,
    facts: [
      ['Price', ether(token['priceEth'], priceWords)],
      ['Market cap', ether(token['marketCapEth'], short)],
      ['Holders', text(token['holders'])],
      ['Contract', address],
    ],
    note: 'Anybody can launch a token under any name. Compare the contract.',
    link: isAddress(address) ? { path: `/launch/${address}`, words: 'Open the token' } : undefined,
  })
}

function positionCard(position: Fields): Html {
  const [token0, token1] = [fields(position['token0']), fields(position['token1'])]
  const held = (amounts: unknown) => {
    const { token0: first, token1: second } = fields(amounts)
    return `${amount(first, token0)} and ${amount(second, token1)}`
  }
  const id = text(position['tokenId'])
  return card({
    kind: 'Position',
    chip: text(position['status']).toLowerCase().replaceAll('_', ' '),
    title: `${text(position['protocol'])}${id && ` #${id}`} ${text(token0['symbol'])}/${text(token1['symbol'])}`,
    facts: [
      ['Holds', held(position['amounts'])],
      ['Fees to claim', position['uncollectedFees'] ? held(position['uncollectedFees']) : ''],
      ['Owner', isAddress(text(position['owner'])) ? shortAddress(text(position['owner'])) : ''],
    ],
    link: { path: '/positions', words: 'Open positions' },
  })
}

function amount(given: unknown, { symbol, decimals }: Fields): string {
  const units = text(fields(given)['amount'])
  const places = Number(decimals)
  if (!/^\d{1,78}$/.test(units) || !Number.isInteger(places) || places < 0 || places > 36) return UNKNOWN
  return `${exact(BigInt(units), places)} ${text(symbol)}`
}

const UNKNOWN = 'an unknown amount'

function ether(value: unknown, words: (wei: bigint) => string): string {
  return /^\d{1,78}$/.test(text(value)) ? `${words(BigInt(text(value)))} ETH` : ''
}

function priceWords(wei: bigint): string {
  const { text: start, zeros, digits } = price(wei)
  return zeros === 0 ? start : `${start}${'0'.repeat(zeros - 1)}${digits}`
}
