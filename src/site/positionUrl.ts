/** The position builder's form as a URL, so that it can be shared and linked to. */

const PATH = '/positions/new'
/** Native ETH, as pools name it. */
export const NATIVE = '0x0000000000000000000000000000000000000000'
const NATIVE_WORD = 'ETH'
const TICK_MAX = 887_272
const FEE_MAX = 0xff_ff_ff
const SPACING_MAX = 32_767

export type PositionProtocol = 'v2' | 'v3' | 'v4'

export type PositionForm = {
  chainId?: number | undefined
  protocol?: PositionProtocol | undefined
  /** Addresses; the zero address is native ETH. */
  tokenA?: string | undefined
  tokenB?: string | undefined
  /** A pair, a pool, or the id of a v4 pool. */
  pool?: string | undefined
  /** Parameters of a new pool. */
  fee?: number | undefined
  tickSpacing?: number | undefined
  hooks?: string | undefined
  /** The token in which prices are shown. Default: B. */
  quote?: 'A' | 'B' | undefined
  /** Initial price of a new pool: whole tokens B for one token A. */
  startPrice?: string | undefined
  /** Ticks of the pool, the lower one first. */
  lower?: number | undefined
  upper?: number | undefined
  /** `zap`: one token, partly swapped. `order`: one token, sold when the price gets there. Default: both tokens. */
  kind?: 'zap' | 'order' | undefined
  /** The one token of a zap or an order. Default: A. */
  pay?: 'A' | 'B' | undefined
  /** The amount that was typed, in smallest units; the other is derived. Both only for a new v2 pair. */
  amountA?: string | undefined
  amountB?: string | undefined
  /** In percent. */
  slippage?: number | undefined
}

export function positionUrl(form: PositionForm): string {
  const query = new URLSearchParams()
  for (const field of FIELDS) {
    const value = form[field]
    if (value === undefined) continue
    query.set(field, value === NATIVE ? NATIVE_WORD : String(value))
  }
  const text = query.toString()
  return text === '' ? PATH : `${PATH}?${text}`
}

/** Reads the form from a query; invalid fields are ignored. */
export function parsePosition(search: string): PositionForm {
  const query = new URLSearchParams(search)
  const form: Record<string, unknown> = {}
  for (const field of FIELDS) {
    const text = query.get(field)
    const value = text === null ? undefined : READERS[field](text.trim())
    if (value !== undefined) form[field] = value
  }
  return form as PositionForm
}

/** The form for a body of POST /lp/create or /lp/create_classic, as agents prepare them. */
export function positionFormOf(body: Partial<CreateBody>): PositionForm {
  const { existingPool, newPool, poolParameters, tickBounds, independentToken } = body
  const pair = existingPool ?? newPool ?? poolParameters
  const own = lower(independentToken?.tokenAddress)
  const isB = own !== undefined && own === lower(pair?.token1Address)
  return parsePosition(
    positionUrl({
      chainId: body.chainId ?? poolParameters?.chainId,
      protocol: (lower(body.protocol) ?? 'v2') as PositionProtocol,
      tokenA: pair?.token0Address,
      tokenB: pair?.token1Address,
      pool: existingPool?.poolReference,
      fee: newPool?.fee,
      tickSpacing: newPool?.tickSpacing,
      hooks: newPool?.hooks,
      lower: tickBounds?.tickLower,
      upper: tickBounds?.tickUpper,
      amountA: isB ? undefined : independentToken?.amount,
      amountB: isB ? independentToken?.amount : undefined,
      slippage: body.slippageTolerance,
    }).slice(PATH.length),
  )
}

/** An agent writes the body, so any field may be missing or of another type. */
function lower(text: unknown): string | undefined {
  return typeof text === 'string' ? text.toLowerCase() : undefined
}

type Pair = { token0Address: string; token1Address: string }
type CreateBody = {
  chainId?: number
  protocol?: string
  existingPool?: Pair & { poolReference: string }
  newPool?: Pair & { fee: number; tickSpacing: number; hooks?: string }
  poolParameters?: Pair & { chainId: number }
  tickBounds?: { tickLower: number; tickUpper: number }
  independentToken?: { tokenAddress: string; amount: string }
  slippageTolerance?: number
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const POOL = /^0x([0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/
const DECIMAL = /^\d{1,60}(\.\d{1,60})?$/

type Reader = (text: string) => string | number | undefined
const matching =
  (form: RegExp): Reader =>
  (text) =>
    form.test(text) ? text : undefined
const between =
  (min: number, max: number, isWhole = true): Reader =>
  (text) => {
    const value = Number(text)
    const isNumber = /^-?\d+(\.\d+)?$/.test(text) && (!isWhole || Number.isInteger(value))
    return isNumber && value >= min && value <= max ? value : undefined
  }
const token: Reader = (text) => (text.toUpperCase() === NATIVE_WORD ? NATIVE : matching(ADDRESS)(text))

const READERS: Record<keyof PositionForm, Reader> = {
  chainId: between(1, Number.MAX_SAFE_INTEGER),
  protocol: (text) => matching(/^v[234]$/)(text.toLowerCase()),
  tokenA: token,
  tokenB: token,
  pool: matching(POOL),
  fee: between(0, FEE_MAX),
  tickSpacing: between(1, SPACING_MAX),
  hooks: matching(ADDRESS),
  quote: matching(/^[AB]$/),
  startPrice: matching(DECIMAL),
  lower: between(-TICK_MAX, TICK_MAX),
  upper: between(-TICK_MAX, TICK_MAX),
  kind: matching(/^(zap|order)$/),
  pay: matching(/^[AB]$/),
  amountA: matching(/^\d{1,78}$/),
  amountB: matching(/^\d{1,78}$/),
  slippage: between(0, 50, false),
}
const FIELDS = Object.keys(READERS) as (keyof PositionForm)[]
