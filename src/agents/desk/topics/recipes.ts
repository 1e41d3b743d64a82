import { recipeCard, SIGN_YOURSELF, stepWords } from '#agents/desk/cards.ts'
import { ASK_WALLET, choosePosition, isReply, nameOf, positionsOf, walletOf } from '#agents/desk/choosePosition.ts'
import { bySymbol, ETH, isSameAsset, type Protocol, type Token, wrapped } from '#agents/desk/Directory.ts'
import { ticksOf } from '#agents/desk/lpQuote.ts'
import { toUnits } from '#agents/desk/numbers.ts'
import * as Pool from '#agents/desk/Pool.ts'
import { choosePool, isReply as isPoolReply, withPartner } from '#agents/desk/pairs.ts'
import { type Json, send } from '#agents/desk/Service.ts'
import { ask, type Desk, type Reply, type Topic } from '#agents/desk/Topic.ts'

/** Several steps of liquidity in one request: compound, move, swap and add, swap out, migrate, claim many. */

type Recipe = { title: string; path: string; fields: Json; slots?: Desk['slots'] }

async function prepared(desk: Desk, { title, path, fields, slots = desk.slots }: Recipe): Promise<Reply> {
  const wallet = walletOf(desk)
  if (!wallet) return ask(ASK_WALLET, 'wallet')
  const tolerance = desk.slots.slippage === undefined ? {} : { slippageTolerance: desk.slots.slippage }
  const common = { walletAddress: wallet, chainId: desk.directory.chainId }
  const body = { ...common, ...(path !== '/lp/claim_many' && tolerance), ...fields }
  const built = await send(desk.service, path, body)
  const card = recipeCard(desk, { title, wallet, built, path, body })
  return { text: `${card.summary}\n${stepWords(card)} ${SIGN_YOURSELF}`, cards: [card], wallet, slots }
}

const idOf = ({ protocol, tokenId, isPermissioned }: Json) => ({
  protocol,
  tokenId,
  ...(isPermissioned && { permissioned: true }),
})

/** The position of a question, if it has a number: v2 liquidity has none. */
async function numbered(desk: Desk, what: string): Promise<Json | Reply> {
  const position = await choosePosition(desk)
  if (isReply(position) || position.tokenId) return position
  return { text: `${nameOf(position)}: on v2 there is nothing to ${what}; fees accrue to the position by themselves.` }
}

const compound: Topic = {
  name: 'compound',
  async answer(desk) {
    const position = await numbered(desk, 'compound')
    if (isReply(position)) return position
    const title = `Compound the fees of ${nameOf(position)}`
    return prepared(desk, { title, path: '/lp/compound', fields: idOf(position) })
  },
}

const rerange: Topic = {
  name: 'rerange',
  async answer(desk) {
    const position = await numbered(desk, 'move')
    if (isReply(position)) return position
    const { range } = desk.slots
    const kept = { ...desk.slots, protocol: position.protocol, positionId: position.tokenId }
    if (!range)
      return {
        ...ask('To which range? Two prices, plus or minus a percentage, or "full range".', 'range'),
        slots: kept,
      }
    const pool = await Pool.findByReference(desk.service, desk.directory, position.poolReference)
    if (!pool) return { text: `The pool of ${nameOf(position)} was not found.` }
    const title = `Move ${nameOf(position)} to another range`
    const fields = { ...idOf(position), ...partOf(desk), tickBounds: ticksOf(pool, range) }
    return prepared(desk, { title, path: '/lp/rerange', fields, slots: kept })
  },
}

/** "40% of position 3" moves a part of it. */
function partOf({ slots: { percent }, question: { plain } }: Desk): Json {
  if (percent === undefined || !/% of\b/.test(plain)) return {}
  return { liquidityPercentageToDecrease: Math.min(100, Math.max(1, Math.round(percent))) }
}

const zapIn: Topic = {
  name: 'zapIn',
  async answer(desk) {
    if (desk.slots.positionId) return zapIntoPosition(desk)
    if (isOutside(desk)) return zapFromOutside(desk)
    const chosen = await choosePool(withPartner(desk))
    if (isPoolReply(chosen)) return chosen
    const found = chosen.hook && !desk.slots.pool ? ((await plainPool(desk, chosen)) ?? chosen) : chosen
    const { amount, range = 'full' } = desk.slots
    const named = amount && bySymbol(desk.directory, amount.symbol)
    if (!amount || !named) return ask(`How much of ${found.token0.symbol} or ${found.token1.symbol}?`, 'amount')
    const own = Pool.sideOf(found, named) === 0 ? found.token0 : found.token1
    const paid = named === ETH ? ETH : own
    const fields = {
      protocol: found.protocol,
      existingPool: poolFields(found),
      independentToken: { tokenAddress: paid.address, amount: String(toUnits(amount.value, paid.decimals)) },
      ...(found.protocol !== 'V2' && { tickBounds: ticksOf(found, range) }),
    }
    const title = `Add to the ${Pool.label(found)} with ${paid.symbol} alone`
    return prepared(desk, { title, path: '/lp/zap_in', fields })
  },
}

/** Whether the amount is of another token than the two that name the pool. */
function isOutside({ slots, directory }: Desk): boolean {
  const unit = slots.amount && bySymbol(directory, slots.amount.symbol)
  return unit !== undefined && othersOf(slots.tokens ?? [], unit).length === 2
}

const othersOf = (tokens: readonly Token[], unit: Token) => tokens.filter((token) => !isSameAsset(token, unit))

/** The token is swapped in a second v4 pool first, in the same transaction. */
async function zapFromOutside(desk: Desk): Promise<Reply> {
  const { service, directory, slots } = desk
  const { amount, range = 'full', tokens = [] } = slots
  const paid = amount && bySymbol(directory, amount.symbol)
  const [first, second] = paid ? othersOf(tokens, paid) : []
  if (!amount || !paid || !first || !second) return ask('How much of which token?', 'amount')
  const plain = async (pair: readonly [Token, Token]) =>
    (await Pool.findByPair(service, directory, { pair, protocol: 'V4' })).find(({ hook }) => !hook)
  const [into, ...through] = await Promise.all([plain([first, second]), plain([paid, first]), plain([paid, second])])
  const swapPool = through.find((pool) => pool !== undefined)
  if (!into || !swapPool) {
    return {
      text: `I found no v4 pools by which ${paid.symbol} becomes ${first.symbol} and ${second.symbol}. Swap it first.`,
    }
  }
  const fields = {
    protocol: 'V4',
    existingPool: poolFields(into),
    swapPool: poolFields(swapPool),
    independentToken: { tokenAddress: paid.address, amount: String(toUnits(amount.value, paid.decimals)) },
    tickBounds: ticksOf(into, range),
  }
  return prepared(desk, { title: `Add to the ${Pool.label(into)} with ${paid.symbol}`, path: '/lp/zap_in', fields })
}

async function zapIntoPosition(desk: Desk): Promise<Reply> {
  const position = await choosePosition({ ...desk, question: { ...desk.question, tokens: [] } })
  if (isReply(position)) return position
  const { token0, token1, tokenId, protocol } = position
  const { amount } = desk.slots
  const named = amount && bySymbol(desk.directory, amount.symbol)
  const own = named && [token0, token1].find((token: Token) => isSameAsset(token, named))
  if (!amount || !own)
    return { ...ask(`How much of ${token0.symbol} or ${token1.symbol}?`, 'amount'), slots: desk.slots }
  const paid = named === ETH ? ETH : own
  const independentToken = { tokenAddress: paid.address, amount: String(toUnits(amount.value, paid.decimals)) }
  const title = `Add to ${nameOf(position)} with ${paid.symbol} alone`
  return prepared(desk, { title, path: '/lp/zap_in', fields: { protocol, tokenId, independentToken } })
}

/** The deepest pool of the same tokens without a hook: a swap cannot be planned in one with a hook. */
async function plainPool({ service, directory, slots }: Desk, { token0, token1, protocol }: Pool.Pool) {
  const pools = await Pool.findByPair(service, directory, { pair: [token0, token1], protocol, fee: slots.fee })
  return pools.find(({ hook }) => !hook)
}

const poolFields = ({ token0, token1, reference }: Pool.Pool) => ({
  token0Address: token0.address,
  token1Address: token1.address,
  poolReference: reference,
})

const zapOut: Topic = {
  name: 'zapOut',
  async answer(desk) {
    // The token that is named is the one to receive, not the pair of the position.
    const position = await choosePosition({ ...desk, question: { ...desk.question, tokens: [] } })
    if (isReply(position)) return position
    const [wanted] = desk.slots.tokens ?? []
    const out = wanted && outOf(desk, position, wanted)
    const { token0, token1 } = position
    if (!out) return { ...ask(`As ${token0.symbol} or as ${token1.symbol}?`, 'tokens'), slots: desk.slots }
    const isFees = /\bfees (of|from|alone|only)\b/.test(desk.question.plain) && desk.slots.percent === undefined
    const percent = isFees ? 0 : Math.min(100, Math.max(1, Math.round(desk.slots.percent ?? 100)))
    const source = position.tokenId
      ? idOf(position)
      : { protocol: 'V2', token0Address: token0.address, token1Address: token1.address }
    const fields = { ...source, tokenOutAddress: out.address, liquidityPercentageToDecrease: percent }
    const title = `Take ${isFees ? 'the fees' : `${percent}%`} out of ${nameOf(position)} as ${out.symbol}`
    return prepared(desk, { title, path: '/lp/zap_out', fields })
  },
}

/** ETH is paid out natively where the pool holds it wrapped. */
function outOf({ directory }: Desk, { token0, token1 }: Json, wanted: Token): Token | undefined {
  const isHeld = [token0, token1].some((own: Token) => isSameAsset(own, wanted))
  if (!isHeld) return undefined
  return wanted.symbol === 'WETH' ? wrapped(directory) : wanted
}

const migrate: Topic = {
  name: 'migrate',
  async answer(desk) {
    const { plain } = desk.question
    const target = versionAfter(plain, 'to|into|over to') ?? (desk.slots.positionId ? desk.slots.protocol : undefined)
    const source = versionAfter(plain, 'from|my|the|of') ?? sourceOf(desk, target)
    const { protocol: _said, ...rest } = desk.slots
    const position = await choosePosition({ ...desk, slots: { ...rest, ...(source && { protocol: source }) } })
    if (isReply(position)) return position
    if (!target)
      return { ...ask('To which version: v2, v3 or v4?', 'protocol'), slots: { ...rest, positionId: position.tokenId } }
    const pool = await otherPool(desk, position, target)
    if (!pool)
      return {
        text: `I found no ${target} pool of ${position.token0.symbol} and ${position.token1.symbol} to move to.`,
      }
    const { range = 'full' } = desk.slots
    const held = position.tokenId
      ? idOf(position)
      : { protocol: 'V2', token0Address: position.token0.address, token1Address: position.token1.address }
    const fields = {
      ...held,
      ...partOf(desk),
      targetProtocol: target,
      existingPool: poolFields(pool),
      ...(target !== 'V2' && { tickBounds: ticksOf(pool, range) }),
    }
    return prepared(desk, { title: `Move ${nameOf(position)} to the ${Pool.label(pool)}`, path: '/lp/migrate', fields })
  },
}

function versionAfter(plain: string, words: string): Protocol | undefined {
  const found = new RegExp(String.raw`\b(?:${words}) (?:a |the |uniswap )*v([234])\b`).exec(plain)?.[1]
  return found ? (`V${found}` as Protocol) : undefined
}

function sourceOf({ slots: { protocol } }: Desk, target: Protocol | undefined): Protocol | undefined {
  return protocol === target ? undefined : protocol
}

/** The deepest pool of the same tokens in another version, or with another fee. */
async function otherPool(desk: Desk, { token0, token1, poolReference }: Json, protocol: Protocol) {
  const { service, directory, slots } = desk
  const asEth = (token: Token) => (token.symbol === 'WETH' ? ETH : token)
  const pair = [asEth(token0), asEth(token1)] as const
  const pools = await Pool.findByPair(service, directory, { pair, protocol, fee: slots.fee })
  return pools.find(({ reference, hook }) => reference !== poolReference && !hook)
}

export const claimAll: Topic = {
  name: 'claimAll',
  async answer(desk) {
    const wallet = walletOf(desk)
    if (!wallet) return ask(ASK_WALLET, 'wallet')
    const found = await positionsOf(desk, wallet)
    const positions = found.filter(hasFees).map(({ protocol, tokenId }) => ({ protocol, tokenId }))
    if (positions.length === 0) return { text: `No v3 or v4 position of ${wallet} has fees to collect.`, wallet }
    const title = `Claim the fees of ${positions.length} positions`
    return prepared(desk, { title, path: '/lp/claim_many', fields: { positions: positions.slice(0, CLAIMED_MAX) } })
  },
}

/** The maximum number of positions in one request. */
const CLAIMED_MAX = 60

function hasFees({ tokenId, isPermissioned, uncollectedFees }: Json): boolean {
  if (!tokenId || isPermissioned || !uncollectedFees) return false
  return [uncollectedFees.token0, uncollectedFees.token1].some(({ amount }: Json) => BigInt(amount) > 0n)
}

export const recipeTopics: readonly Topic[] = [compound, rerange, zapIn, zapOut, migrate, claimAll]
