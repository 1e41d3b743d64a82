import { approvalSteps, cardOf, positionCard, SIGN_YOURSELF, stepWords } from '#agents/desk/cards.ts'
import {
  ASK_WALLET,
  callFields,
  choosePosition,
  isReply,
  nameOf,
  pairWords,
  positionsOf,
  walletOf,
} from '#agents/desk/choosePosition.ts'
import { bySymbol, ETH, isSameAsset } from '#agents/desk/Directory.ts'
import { toUnits } from '#agents/desk/numbers.ts'
import { asOf } from '#agents/desk/pairs.ts'
import { type Json, send } from '#agents/desk/Service.ts'
import { ask, type Desk, type Step, type Topic } from '#agents/desk/Topic.ts'
import { claimAll } from './recipes.ts'

const positions: Topic = {
  name: 'positions',
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
      facts: found.slice(0, FACTS_MAX).map(positionCard),
    }
  },
}

const FACTS_MAX = 5

function line(position: Json): string {
  const { status, amounts, uncollectedFees } = position
  const earned = uncollectedFees ? `, fees ${pairWords(uncollectedFees, position)}` : ''
  return `- ${nameOf(position)}, ${STATUS[status] ?? status}: ${pairWords(amounts, position)}${earned}`
}

const STATUS: Record<string, string> = {
  IN_RANGE: 'in range',
  OUT_OF_RANGE: 'out of range',
  CLOSED: 'closed',
  CLOSED_WITH_FEES: 'closed, fees left',
}

const earned: Topic = {
  name: 'earned',
  async answer(desk) {
    const position = await choosePosition(desk)
    if (isReply(position)) return position
    const { protocol, tokenId, uncollectedFees } = position
    if (!uncollectedFees) return { text: `${nameOf(position)}: ${V2_FEES}` }
    return {
      text: `${protocol} position ${tokenId} has ${pairWords(uncollectedFees, position)} of fees to collect (${asOf(desk.now)}). Next: "claim them".`,
      proposal: { kind: 'claim', protocol, positionId: tokenId },
      slots: { ...desk.slots, protocol, positionId: tokenId },
    }
  },
}

const V2_FEES = 'On v2, fees are not claimed: they accrue to the position and are paid out with each withdrawal.'

const worth: Topic = {
  name: 'worth',
  async answer(desk) {
    const position = await choosePosition(desk)
    if (isReply(position)) return position
    return {
      text: `${line(position).slice(2)} (${asOf(desk.now)}).`,
      slots: kept(desk, position),
      facts: [positionCard(position)],
    }
  },
}

const claim: Topic = {
  name: 'claim',
  async answer(desk) {
    const talked = desk.memory.proposal?.kind === 'claim' ? desk.memory.proposal : undefined
    const about = {
      ...desk,
      slots: { ...(talked && { positionId: talked.positionId, protocol: talked.protocol }), ...desk.slots },
    }
    const isAll = /\b(all|every|each)\b/.test(desk.question.plain) && !desk.question.positionId
    if (isAll) return claimAll.answer(desk)
    const position = await choosePosition(about)
    if (isReply(position)) return position
    if (position.protocol === 'V2') return { text: `${nameOf(position)}: ${V2_FEES}` }
    const wallet = walletOf(desk) as string
    const body = {
      walletAddress: wallet,
      chainId: desk.directory.chainId,
      protocol: position.protocol,
      tokenId: position.tokenId,
      ...(position.isPermissioned && { permissioned: true }),
    }
    const built = await send(desk.service, '/lp/claim_fees', body)
    const title = `Claim the fees of ${position.protocol} position ${position.tokenId}`
    const card = cardOf(desk, { title, wallet, built, transaction: built.claim, path: '/lp/claim_fees', body })
    return { text: `${built.summary}\n${SIGN_YOURSELF}`, cards: [card], slots: kept(desk, position) }
  },
}

const toleranceOf = ({ slots: { slippage } }: Desk) => (slippage === undefined ? {} : { slippageTolerance: slippage })

const kept = ({ slots }: Desk, { protocol, tokenId }: Json) => ({
  ...slots,
  protocol,
  ...(tokenId && { positionId: tokenId }),
})

const withdraw: Topic = {
  name: 'withdraw',
  async answer(desk) {
    const position = await choosePosition(desk)
    if (isReply(position)) return position
    const percent = desk.slots.percent ?? (/\b(close|exit|burn)\b/.test(desk.question.plain) ? 100 : undefined)
    if (percent === undefined)
      return {
        ...ask('How much of it, in percent? "Half" and "everything" work too.', 'percent'),
        slots: kept(desk, position),
      }
    const wallet = walletOf(desk) as string
    const body = {
      walletAddress: wallet,
      chainId: desk.directory.chainId,
      ...callFields(position),
      ...toleranceOf(desk),
      liquidityPercentageToDecrease: Math.min(100, Math.max(1, Math.round(percent))),
    }
    const built = await send(desk.service, '/lp/decrease', body)
    const title = `Take ${body.liquidityPercentageToDecrease}% out of ${nameOf(position)}`
    const before = await lpApprovals(desk, position)
    const card = cardOf(desk, { title, wallet, built, transaction: built.decrease, path: '/lp/decrease', body, before })
    return {
      text: `${built.summary}\n${stepWords(card)} ${SIGN_YOURSELF}`,
      cards: [card],
      slots: kept(desk, position),
    }
  },
}

/** On v2 the pair's own token is handed over, and has to be approved like any other. */
async function lpApprovals(desk: Desk, { protocol, amounts }: Json): Promise<Step[]> {
  if (protocol !== 'V2') return []
  const wallet = walletOf(desk) as string
  return approvalSteps(desk, { wallet, protocol, action: 'DECREASE', tokens: [amounts.token0, amounts.token1] })
}

const increase: Topic = {
  name: 'increase',
  async answer(desk) {
    const position = await choosePosition(desk)
    if (isReply(position)) return position
    const { amount } = desk.slots
    const named = amount && bySymbol(desk.directory, amount.symbol)
    const own = named && [position.token0, position.token1].find((token: Json) => isSameAsset(token, named))
    if (!amount || !own) return ask(`How much of ${position.token0.symbol} or ${position.token1.symbol}?`, 'amount')
    return prepareIncrease(desk, position, { token: named === ETH ? { ...own, ...ETH } : own, value: amount.value })
  },
}

async function prepareIncrease(desk: Desk, position: Json, { token, value }: { token: Json; value: string }) {
  const wallet = walletOf(desk) as string
  const paid = (own: Json) => (isSameAsset(own, token) ? token.address : own.address)
  const body = {
    walletAddress: wallet,
    chainId: desk.directory.chainId,
    ...callFields(position),
    ...toleranceOf(desk),
    token0Address: paid(position.token0),
    token1Address: paid(position.token1),
    independentToken: { tokenAddress: token.address, amount: String(toUnits(value, token.decimals)) },
  }
  const built = await send(desk.service, '/lp/increase', body)
  // The first two are the pool's tokens, up to the most that can be paid of them.
  const tokens = built.limits.pay
    .slice(0, 2)
    .map(({ tokenAddress, atMost }: Json) => ({ tokenAddress, amount: atMost }))
  const before = await approvalSteps(desk, { wallet, protocol: position.protocol, action: 'INCREASE', tokens })
  const title = `Add to ${nameOf(position)}`
  const card = cardOf(desk, { title, wallet, built, transaction: built.increase, path: '/lp/increase', body, before })
  return { text: `${built.summary}\n${stepWords(card)} ${SIGN_YOURSELF}`, cards: [card], slots: kept(desk, position) }
}

export const positionTopics: readonly Topic[] = [positions, earned, worth, claim, withdraw, increase]
