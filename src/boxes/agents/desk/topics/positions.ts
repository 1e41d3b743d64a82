import { cardOf, SIGN_YOURSELF } from '#boxes/agents/desk/cards.ts'
import { feePercent, units } from '#boxes/agents/desk/numbers.ts'
import { asOf } from '#boxes/agents/desk/pairs.ts'
import { type Json, read, send } from '#boxes/agents/desk/Service.ts'
import { ask, byWords, type Desk, type Reply, type Topic } from '#boxes/agents/desk/Topic.ts'

const PAGES_MAX = 8
const ASK_WALLET = 'Whose? Send the address of the wallet ("my wallet is 0x…"); I never need a key.'

async function positionsOf({ service, directory }: Desk, wallet: string): Promise<Json[]> {
  const found: Json[] = []
  let cursor: string | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = `owner=${wallet}&chainId=${directory.chainId}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`
    const answer = await read(service, `/api/liquidity/positions?${query}`)
    found.push(...answer.positions)
    cursor = answer.nextCursor
    if (!cursor) break
  }
  return found
}

const walletOf = ({ slots, memory }: Desk) => slots.wallet ?? memory.wallet

const positions: Topic = {
  name: 'positions',
  match: byWords([/\bmy (lp |liquidity )?positions?\b|\bpositions? (of|do i|i have)\b|\blist.*positions\b/, 5]),
  async answer(desk) {
    const wallet = walletOf(desk)
    if (!wallet) return ask(ASK_WALLET, 'wallet')
    const found = await positionsOf(desk, wallet)
    if (found.length === 0)
      return {
        text: `${wallet} has no v2, v3 or v4 position on chain ${desk.directory.chainId} (${asOf(desk.now)}).`,
        wallet,
      }
    return {
      text: [`${found.length} positions of ${wallet}, ${asOf(desk.now)}:`, ...found.map(line)].join('\n'),
      wallet,
    }
  },
}

function line(position: Json): string {
  const { protocol, tokenId, token0, token1, fee, status, amounts, uncollectedFees } = position
  const number = tokenId ? ` #${tokenId}` : ''
  const earned = uncollectedFees ? `, fees ${pairWords(uncollectedFees, position)}` : ''
  return `- ${protocol}${number} ${token0.symbol}/${token1.symbol} ${feePercent(fee)}, ${STATUS[status] ?? status}: ${pairWords(amounts, position)}${earned}`
}

const STATUS: Record<string, string> = {
  IN_RANGE: 'in range',
  OUT_OF_RANGE: 'out of range',
  CLOSED: 'closed',
  CLOSED_WITH_FEES: 'closed, fees left',
}

function pairWords(amounts: Json, { token0, token1 }: Json): string {
  const words = (amount: Json, token: Json) => `${units(amount.amount, token.decimals)} ${token.symbol}`
  return `${words(amounts.token0, token0)} and ${words(amounts.token1, token1)}`
}

/** The one position a question is about, or a question back. */
async function choosePosition(desk: Desk): Promise<Json | Reply> {
  const wallet = walletOf(desk)
  if (!wallet) return ask(ASK_WALLET, 'wallet')
  const id = desk.slots.positionId
  if (!id) return ask('Which position? Send its number; "what are my positions" lists them.', 'positionId')
  const all = (await positionsOf(desk, wallet)).filter(({ tokenId }) => tokenId === id)
  const protocols = [...new Set(all.map(({ protocol }) => protocol))]
  if (protocols.length > 1 && !desk.slots.protocol)
    return ask(`There is a v3 and a v4 position ${id} of ${wallet}. Which one: v3 or v4?`, 'protocol')
  const found = all.filter(({ protocol }) => !desk.slots.protocol || protocol === desk.slots.protocol)
  const wantsPermissioned = /\bpermissioned|kyc\b/.test(desk.question.plain)
  const position = found.find(({ isPermissioned = false }) => isPermissioned === wantsPermissioned) ?? found[0]
  if (position) return position
  const where = desk.slots.protocol ? ` on ${desk.slots.protocol}` : ''
  return { text: `${wallet} has no position ${id}${where} here. "What are my positions" lists them.` }
}

const isReply = (found: Json): found is Reply => typeof found.text === 'string'

const earned: Topic = {
  name: 'earned',
  match: (question) =>
    question.positionId ? byWords([/\b(fees?|earned|earn|earnings|made|yield)\b/, 7])(question, {}) : 0,
  async answer(desk) {
    const position = await choosePosition(desk)
    if (isReply(position)) return position
    const { protocol, tokenId, uncollectedFees } = position
    return {
      text: `${protocol} position ${tokenId} has ${pairWords(uncollectedFees, position)} of fees to collect (${asOf(desk.now)}). Next: "claim them".`,
      proposal: { kind: 'claim', protocol, positionId: tokenId },
      slots: { ...desk.slots, protocol, positionId: tokenId },
    }
  },
}

const claim: Topic = {
  name: 'claim',
  match: byWords([/\b(claim|collect|harvest)\b/, 6]),
  async answer(desk) {
    const talked = desk.memory.proposal?.kind === 'claim' ? desk.memory.proposal : undefined
    const about = {
      ...desk,
      slots: { ...(talked && { positionId: talked.positionId, protocol: talked.protocol }), ...desk.slots },
    }
    const position = await choosePosition(about)
    if (isReply(position)) return position
    const wallet = walletOf(desk) as string
    const body = {
      walletAddress: wallet,
      chainId: desk.directory.chainId,
      protocol: position.protocol,
      tokenId: position.tokenId,
      ...permissionOf(position),
    }
    const built = await send(desk.service, '/lp/claim_fees', body)
    const title = `Claim the fees of ${position.protocol} position ${position.tokenId}`
    const card = cardOf(desk, { title, wallet, built, transaction: built.claim, path: '/lp/claim_fees', body })
    return { text: `${built.summary}\n${SIGN_YOURSELF}`, cards: [card], slots: about.slots }
  },
}

const withdraw: Topic = {
  name: 'withdraw',
  match: (question) =>
    question.percent !== undefined || question.positionId
      ? byWords([/\b(take|remove|withdraw|pull|decrease|close|exit)\b/, 7])(question, {})
      : 0,
  async answer(desk) {
    const position = await choosePosition(desk)
    if (isReply(position)) return position
    const { percent } = desk.slots
    if (percent === undefined) return ask('How much of it, in percent? "Half" and "everything" work too.', 'percent')
    const wallet = walletOf(desk) as string
    const body = {
      walletAddress: wallet,
      chainId: desk.directory.chainId,
      protocol: position.protocol,
      token0Address: position.token0.address,
      token1Address: position.token1.address,
      liquidityPercentageToDecrease: Math.min(100, Math.max(1, Math.round(percent))),
      nftTokenId: position.tokenId,
      ...permissionOf(position),
    }
    const built = await send(desk.service, '/lp/decrease', body)
    const title = `Take ${body.liquidityPercentageToDecrease}% out of ${position.protocol} position ${position.tokenId}`
    const card = cardOf(desk, { title, wallet, built, transaction: built.decrease, path: '/lp/decrease', body })
    return { text: `${built.summary}\n${SIGN_YOURSELF}`, cards: [card] }
  },
}

function permissionOf({ isPermissioned }: Json): { permissioned?: true } {
  return isPermissioned ? { permissioned: true } : {}
}

export const positionTopics: readonly Topic[] = [positions, earned, claim, withdraw]
