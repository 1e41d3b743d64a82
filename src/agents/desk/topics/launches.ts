import { tokenCard } from '#agents/desk/cards.ts'
import { chooseLaunch, isReply, quotedName } from '#agents/desk/launches.ts'
import { count, ether, figure, percentOfBps, units } from '#agents/desk/numbers.ts'
import { asOf } from '#agents/desk/pairs.ts'
import { type Json, read } from '#agents/desk/Service.ts'
import type { Desk, Topic } from '#agents/desk/Topic.ts'

const HOUR_MS = 3_600_000

const recent: Topic = {
  name: 'recent',
  async answer({ service, question, now }) {
    const hours = spanOf(question.plain)
    const { tokens } = await read(service, '/api/launchpad/tokens?limit=50&sort=newest')
    const since = now().getTime() - hours * HOUR_MS
    const found = tokens.filter(({ createdAtTimestamp }: Json) => Date.parse(createdAtTimestamp) >= since)
    const span = hours === 1 ? 'the last hour' : `the last ${hours} hours`
    if (found.length === 0) {
      const [last] = tokens
      const before = last
        ? ` The newest is ${named(last)}, launched ${last.createdAtTimestamp}.`
        : ' Nothing was ever launched here.'
      return { text: `Nothing was launched in ${span}.${before}` }
    }
    const lines = found
      .slice(0, 10)
      .map((token: Json) => `- ${named(token)}: ${raisedWords(token)}, launched ${token.createdAtTimestamp}`)
    const more = found.length > 10 ? [`and ${found.length - 10} more.`] : []
    return {
      text: [
        `${found.length} launched in ${span}, newest first (${asOf(now)}; names are chosen by strangers):`,
        ...lines,
        ...more,
      ].join('\n'),
    }
  },
}

function spanOf(plain: string): number {
  const days = /(\d+) days?/.exec(plain)?.[1]
  if (days) return Number(days) * 24
  if (/\b(today|day)\b/.test(plain)) return 24
  return Number(/(\d+) hours?/.exec(plain)?.[1] ?? 1)
}

const near: Topic = {
  name: 'nearGraduation',
  async answer({ service, question: { percent }, now }) {
    const least = percent === undefined ? '' : `&minProgressBps=${Math.min(10_000, Math.round(percent * 100))}`
    const { tokens } = await read(service, `/api/launchpad/tokens?limit=5&sort=progress&graduated=false${least}`)
    if (tokens.length === 0)
      return {
        text: `No token ${percent === undefined ? 'is' : `has raised ${percent}% of its target and is still`} on its curve right now.`,
      }
    const lines = tokens.map((token: Json) => `- ${named(token)}: ${raisedWords(token)}`)
    return { text: [`Nearest to graduation, ${asOf(now)}:`, ...lines].join('\n') }
  },
}

const progress: Topic = {
  name: 'progress',
  async answer(desk) {
    const token = await chooseLaunch(desk)
    if (isReply(token)) return token
    const about = { slots: { launch: token.address }, facts: [tokenCard(token)] }
    if (token.graduated)
      return {
        text: `${named(token)} graduated ${token.graduatedAt}; it trades in its Uniswap v4 pool ${token.poolId}. Price ${ether(token.priceEth)} a token.`,
        ...about,
      }
    return {
      text: `${named(token)}: ${raisedWords(token)}. Price ${ether(token.priceEth)} a token, ${count(token.holders, 'holder')} (${asOf(desk.now)}).`,
      ...about,
    }
  },
}

const launchPrice: Topic = {
  name: 'launchPrice',
  async answer(desk) {
    const token = await chooseLaunch(desk)
    if (isReply(token)) return token
    return {
      text: `${named(token)}: ${ether(token.priceEth)} a token, market cap ${ether(token.marketCapEth)}, ${token.graduated ? 'in its Uniswap v4 pool' : raisedWords(token)} (${asOf(desk.now)}).`,
      slots: { launch: token.address },
      facts: [tokenCard(token)],
    }
  },
}

const creator: Topic = {
  name: 'creator',
  async answer(desk) {
    const token = await chooseLaunch(desk)
    if (isReply(token)) return token
    const { creatorBalance, creatorShareBps } = token.signals ?? {}
    const holds =
      creatorBalance === null || creatorBalance === undefined
        ? 'Their holdings are not indexed yet'
        : `They hold ${units(creatorBalance, 18)} tokens, ${percentOfBps(creatorShareBps)} of the supply`
    const moved =
      token.currentCreator === token.creator ? '' : ` The right to its fees now belongs to ${token.currentCreator}.`
    return {
      text: `${named(token)} was launched by ${token.creator}. ${holds} (${asOf(desk.now)}).${moved}`,
      slots: { launch: token.address },
    }
  },
}

const holders: Topic = {
  name: 'holders',
  async answer(desk) {
    const token = await chooseLaunch(desk)
    if (isReply(token)) return token
    const page = await read(desk.service, `/api/launchpad/holders?address=${token.address}&limit=10`)
    const lines = page.holders.map(
      ({ address, balance, shareBps, isCreator }: Json) =>
        `- ${address}${isCreator ? ' (creator)' : ''}: ${units(balance, 18)} tokens, ${percentOfBps(shareBps)}`,
    )
    const reserve = [
      `- the curve (launch contract): ${units(page.curve.balance, 18)} tokens, ${percentOfBps(page.curve.shareBps)}`,
      ...(page.pool
        ? [`- the Uniswap pool: ${units(page.pool.balance, 18)} tokens, ${percentOfBps(page.pool.shareBps)}`]
        : []),
    ]
    return {
      text: [
        `${count(page.total, 'holder')} of ${named(token)}, largest first (${asOf(desk.now)}):`,
        ...lines,
        ...reserve,
      ].join('\n'),
      slots: { launch: token.address },
    }
  },
}

const share: Topic = {
  name: 'share',
  async answer(desk) {
    const token = await chooseLaunch(desk)
    if (isReply(token)) return token
    const wallet = desk.slots.wallet ?? desk.memory.wallet
    if (!wallet) return { text: 'Whose? Send the address of the wallet; I never need a key.', missing: 'wallet' }
    const balance = await balanceOf(desk, token.address, wallet)
    const part = (Number(balance) / 1e27) * 100
    return {
      text: `${wallet} holds ${units(balance, 18)} of ${named(token)}, ${figure(part)}% of the supply of 1,000,000,000 (${asOf(desk.now)}).`,
      slots: { launch: token.address },
      wallet,
    }
  },
}

const PAGES_MAX = 20

/** The balance of a wallet, from the list of holders. */
export async function balanceOf({ service }: Desk, token: string, wallet: string): Promise<bigint> {
  let cursor: string | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = `address=${token}&limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`
    const { holders: list, nextCursor } = await read(service, `/api/launchpad/holders?${query}`)
    const own = list.find(({ address }: Json) => address.toLowerCase() === wallet.toLowerCase())
    if (own) return BigInt(own.balance)
    if (!nextCursor) break
    cursor = nextCursor
  }
  return 0n
}

/** `HRBR "Harbour" (0x…)`; both names are untrusted. */
export function named({ symbol, name, address }: Json): string {
  return `${quotedName(symbol)} "${quotedName(name)}" (${address})`
}

export function raisedWords({ realEthRaised, gradEthTarget, progressBps }: Json): string {
  const missing = BigInt(gradEthTarget) - BigInt(realEthRaised)
  return `${percentOfBps(progressBps)} of the way: ${ether(realEthRaised)} raised of ${ether(gradEthTarget)}, ${ether(missing)} missing`
}

export const launchTopics: readonly Topic[] = [recent, near, progress, launchPrice, creator, holders, share]
