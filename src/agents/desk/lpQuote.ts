import { bySymbol, ETH, isSame, type Token } from './Directory.ts'
import type { Range } from './language/Question.ts'
import { toUnits } from './numbers.ts'
import * as Pool from './Pool.ts'
import { type Json, Refused, send } from './Service.ts'
import type { Desk } from './Topic.ts'

/** A placeholder wallet: the amounts of a position do not depend on the wallet, only balances do. */
const ANYONE = '0x000000000000000000000000000000000000dEaD'

/** One token of a deposit: the amount at the current price, and the maximum the transaction allows. */
export type DepositAmount = { token: Token; amount: bigint; atMost: bigint }
type DepositAmounts = { independent: DepositAmount; dependent: DepositAmount }
type Offered = { token: Token; amount: bigint }

export type Quote = DepositAmounts & {
  /** The tokens as the user pays them: ETH where the pool holds wrapped ETH. */
  pool: Pool.Pool
  label: string
  /** The amount the user offers of one token; v4 deposits less, to leave room for price moves. */
  offered: Offered
  ticks: { tickLower: number; tickUpper: number } | undefined
  /** The response of the service if the wallet can pay, otherwise the reason. */
  built: Json | undefined
  shortage: string | undefined
  /** The call that built it. */
  path: string
  body: Json
}

/** Quotes a deposit; works without a wallet, and reports what a wallet lacks. */
export async function quotePosition(desk: Desk, found: Pool.Pool): Promise<Quote | undefined> {
  const { slots, memory, directory, service } = desk
  const pool = asNamed(desk, found)
  const offered = offeredOf(desk, pool)
  if (!offered) return undefined
  const ticks = pool.protocol === 'V2' ? undefined : ticksOf(pool, slots.range ?? 'full')
  const walletAddress = slots.wallet ?? memory.wallet ?? ANYONE
  const { path, body: call } = callOf(pool, { offered, ticks, walletAddress, chainId: directory.chainId })
  const body = { ...call, ...(slots.slippage !== undefined && { slippageTolerance: slots.slippage }) }
  const asked = { pool, label: Pool.label(found), offered, ticks, path, body }
  try {
    const built = await send(service, path, body)
    return { ...asked, built, shortage: undefined, ...builtAmounts(asked, built) }
  } catch (error) {
    if (!(error instanceof Refused && error.details.some(({ type }) => type === 'independentAtMost'))) throw error
    const shortage = walletAddress === ANYONE ? undefined : error.message
    return { ...asked, built: undefined, shortage, ...refusedAmounts(asked, error) }
  }
}

type QuoteRequest = { pool: Pool.Pool; offered: Offered }

/** Amounts and limits are in pool order, except on v2, where they follow the offered token. */
function builtAmounts({ pool, offered }: QuoteRequest, built: Json): DepositAmounts {
  const inOrder = <T>(token0: T, token1: T) => (isFirst({ pool, offered }) ? [token0, token1] : [token1, token0])
  const [own, other] = built.independentToken
    ? [built.independentToken, built.dependentToken]
    : inOrder(built.token0, built.token1)
  const [ownPay, otherPay] = inOrder(built.limits.pay[0], built.limits.pay[1])
  return {
    independent: { token: offered.token, amount: BigInt(own.amount), atMost: BigInt(ownPay.atMost) },
    dependent: { token: partnerOf({ pool, offered }), amount: BigInt(other.amount), atMost: BigInt(otherPay.atMost) },
  }
}

/** An insufficient-balance error carries the amounts in its details. */
function refusedAmounts({ pool, offered }: QuoteRequest, { details }: Refused): DepositAmounts {
  const detail = (name: string) => BigInt(details.find(({ type }) => type === name)?.value ?? 0)
  return {
    independent: { token: offered.token, amount: detail('independentAmount'), atMost: detail('independentAtMost') },
    dependent: {
      token: partnerOf({ pool, offered }),
      amount: detail('dependentAmount'),
      atMost: detail('dependentAtMost'),
    },
  }
}

function isFirst({ pool, offered }: QuoteRequest): boolean {
  return isSame(offered.token.address, pool.token0.address)
}

function partnerOf(asked: QuoteRequest): Token {
  return isFirst(asked) ? asked.pool.token1 : asked.pool.token0
}

type Deposit = {
  offered: Offered
  ticks: Quote['ticks']
  walletAddress: string
  chainId: number
}

function callOf(pool: Pool.Pool, { offered, ticks, walletAddress, chainId }: Deposit) {
  const independentToken = { tokenAddress: offered.token.address, amount: String(offered.amount) }
  const tokens = { token0Address: pool.token0.address, token1Address: pool.token1.address }
  if (pool.protocol === 'V2')
    return {
      path: '/lp/create_classic',
      body: {
        walletAddress,
        poolParameters: { ...tokens, chainId },
        independentToken,
      },
    }
  return {
    path: '/lp/create',
    body: {
      walletAddress,
      chainId,
      protocol: pool.protocol,
      independentToken,
      existingPool: { ...tokens, poolReference: pool.reference },
      tickBounds: ticks,
    },
  }
}

/** The offered amount, in the pool's own token; undefined if it names neither side. */
function offeredOf({ slots, directory }: Desk, pool: Pool.Pool): Offered | undefined {
  const named = slots.amount && bySymbol(directory, slots.amount.symbol)
  if (!slots.amount || !named) return undefined
  const token = Pool.sideOf(pool, named) === 0 ? pool.token0 : pool.token1
  return { token, amount: toUnits(slots.amount.value, token.decimals) }
}

/** A user who says ETH pays in ETH: the pool's wrapped ETH is replaced by the native currency. */
function asNamed({ slots }: Desk, pool: Pool.Pool): Pool.Pool {
  const saysEth = slots.tokens?.includes(ETH) || /^eth(er)?$/.test(slots.amount?.symbol ?? '')
  const native = (token: Token) => (saysEth && token.symbol === 'WETH' ? ETH : token)
  return { ...pool, token0: native(pool.token0), token1: native(pool.token1) }
}

/** Price bounds as ticks the pool can use; prices are read in the direction whose order of magnitude fits. */
export function ticksOf(pool: Pool.Pool, range: Range): { tickLower: number; tickUpper: number } {
  const spacing = pool.tickSpacing
  const edge = Math.floor(Pool.MAX_TICK / spacing) * spacing
  if (range === 'full') return { tickLower: -edge, tickUpper: edge }
  const [low, high] = pricesOf(pool, range)
  const snap = (price: number) => Math.round(Pool.tickAtPrice(pool, price) / spacing) * spacing
  const [a, b] = [snap(low), snap(high)].map((tick) => Math.min(edge, Math.max(-edge, tick))).sort((x, y) => x - y)
  const lower = a ?? -edge
  return { tickLower: lower, tickUpper: Math.max(b ?? edge, lower + spacing) }
}

function pricesOf(pool: Pool.Pool, range: Exclude<Range, 'full'>): [number, number] {
  const now = Pool.price(pool)
  if ('aroundPercent' in range) {
    const fraction = Number(range.aroundPercent) / 100
    return [now * (1 - Math.min(fraction, 0.99)), now * (1 + fraction)]
  }
  const [min, max] = [Number(range.min), Number(range.max)]
  const isForward = Math.abs(Math.log(now / min)) <= Math.abs(Math.log(1 / now / min))
  return isForward ? [min, max] : [1 / max, 1 / min]
}
