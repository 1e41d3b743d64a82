import { type Address, decodeFunctionResult, encodeFunctionData, getAddress, type Hex, zeroAddress } from 'viem'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { BURNED, balanceOf } from './executed.ts'
import { FACTORY, type LaunchChain, POOL_MANAGER } from './launchChain.ts'
import { sqrtPriceOf } from './poolHelpers.ts'
import { curvePrice, iso, type Logged, poolPrice, type RawChain, SUPPLY } from './rawChain.ts'
import { recountHolders } from './recountHolders.ts'
import { ownersBefore } from './recountOwners.ts'
import { poolIdOf, recountTrades, type Trade } from './recountTrades.ts'

const DAY = 86_400

/** Every field of one launch. */
export type Recounted = {
  record: Record<string, unknown> & { address: Address; name: string; creator: Address; graduated: boolean }
  signals: Record<string, unknown>
  glance: Record<string, unknown>
  holders: Record<string, unknown>
  trades: Trade[]
  /** Fee-backed volume without trades of the creator's accounts. */
  outsideVolume: bigint
  createdAt: number
  /** Sort keys of lists; ties are ordered by the first. */
  order: Record<'newest' | 'progress' | 'volume' | 'marketCap' | 'lastTrade' | 'newHolders', bigint>
}

/** Every launch, from raw logs, balances and the contract's own views alone, for a time in seconds. */
export async function recountLaunches(raw: RawChain, now: number): Promise<Recounted[]> {
  const launches: Recounted[] = []
  for (const log of raw.logs) if (log.name === 'TokenCreated') launches.push(await recountLaunch(raw, log, now))
  for (const launch of launches) {
    const sameName = namesakesOf(launch, launches)
    Object.assign(launch.signals, { sameName })
    Object.assign(launch.glance, { namesakes: sameName.count })
  }
  return launches
}

async function recountLaunch(raw: RawChain, created: Logged, now: number): Promise<Recounted> {
  const { chain } = raw
  const { token, creator, name, symbol } = created.args
  const own = raw.logs.filter(({ args, address }) => args.token === token || same(address, token))
  const one = (event: string) => own.find((log) => log.name === event)
  const [curve, trades, balances] = [
    await readCurve(chain, token),
    await recountTrades(raw, token),
    await readBalances(chain, token, own),
  ]
  const held = (who: string) => balances.get(who) ?? 0n
  const people = [...balances].filter(([who, amount]) => amount > 0n && !special(token).includes(who))
  const graduated = one('Graduated')
  // The price is that of the last trade: the pool opens where the curve ends, but for a rounding.
  const isPooled = trades.at(-1)?.trade.venue === 'pool'
  const { price, cap } = isPooled ? poolPrice(await sqrtPriceOf(chain, token)) : curvePrice(raw, curve)
  const marketCap = (cap * (SUPPLY - held(BURNED))) / SUPPLY
  const volumes = volumesOf(trades, now)
  const holder = one('OptionsSet')?.args.feeHolder ?? creator
  const buyers = firstBuyers(trades, created.block).filter(
    ({ address }) => ![token, BURNED].some((who) => same(who, address)),
  )
  const owners = [...ownersBefore(raw.logs, token, Number.POSITIVE_INFINITY)].map((who) => getAddress(who))
  const others = trades.filter(({ trade, place }) => {
    const owning = ownersBefore(raw.logs, token, place)
    return ![trade.trader, trade.recipient].some((who) => owning.has(who.toLowerCase()))
  })
  const raisedByOthers = raisedBy(others, curve.realEth)
  const isLocked = Number(one('OptionsSet')?.args.lockDays ?? 0) > 0
  const owned = owners.reduce((total, who) => total + held(who), isLocked ? held(token) : 0n)
  const uri = one('MetadataSet')?.args
  const gained = people.filter(isHolder).length - holdersADayAgo(raw, token, now)
  return {
    createdAt: created.at,
    trades,
    outsideVolume: BigInt(volumesOf(others, now).feeBackedVolumeEth),
    holders: holdersOf({ token, creator, balances, people, isGraduated: graduated !== undefined }),
    signals: {
      creatorBalance: `${held(creator)}`,
      earlyShareBps: shareBps(earlyOf(trades, { until: created.at + 60, except: [token, BURNED, creator] })),
      creatorShareBps: shareBps(owned),
      firstBlockBuyers: buyers,
    },
    glance: {
      ...glanceOf(trades, { price, now, untouched: curvePrice(raw, { realEth: 0n, sold: 0n }).price }),
      creatorShareBps: shareBps(owned),
      firstBlockBuyers: buyers.filter(({ address }) => address !== creator).length,
      newHolders24h: gained,
    },
    order: {
      newest: BigInt(created.block) * 1_000_000n + BigInt(created.logIndex),
      progress: raisedByOthers,
      volume: BigInt(volumesOf(others, now).feeBackedVolume24hEth),
      marketCap,
      lastTrade: BigInt(trades.at(-1)?.place ?? 0),
      newHolders: BigInt(gained),
    },
    record: {
      ...{ address: token, name, symbol, creator, untrusted: true, imitates: null, indexed: true, metadata: null },
      currentCreator: curve.creator,
      pendingCreator: curve.pendingCreator === zeroAddress ? null : curve.pendingCreator,
      ...{ createdAtBlock: created.block, createdAtTimestamp: iso(created.at), createdAtTx: created.tx },
      feeHolder: holder === creator ? null : holder,
      ...termsOf(own, { now, createdAt: created.at, held: held(token) }),
      burned: `${held(BURNED)}`,
      realEthRaised: `${curve.realEth}`,
      gradEthTarget: `${raw.target}`,
      progressBps: Number((curve.realEth * 10_000n) / raw.target),
      tokensSold: `${curve.sold}`,
      priceEth: `${price}`,
      marketCapEth: `${marketCap}`,
      ...volumes,
      outsideVolume24hEth: volumesOf(others, now).feeBackedVolume24hEth,
      raisedByOthersEth: `${raisedByOthers}`,
      holders: people.filter(isHolder).length,
      lastTradeAt: trades.length === 0 ? null : iso(trades.at(-1)?.at ?? 0),
      ...graduationOf(token, graduated),
      creatorFees: await feesOf(chain, { token, own, curve }),
      metadataUri: uri?.metadataURI || null,
      referrer: uri ? uri.referrer : null,
      links: { page: `https://slipway.example/launch/${token}`, explorer: `https://explorer.example/token/${token}` },
    },
  }
}

/** ETH that these trades left in the curve. */
function raisedBy(trades: readonly Trade[], realEth: bigint): bigint {
  const onCurve = trades.map(({ trade }) => trade).filter(({ venue }) => venue === 'curve')
  const net = onCurve.reduce((total, { side, ethAmount, fee }) => {
    const [eth, paid] = [BigInt(ethAmount), BigInt(fee ?? 0)]
    return side === 'buy' ? total + eth - paid : total - eth - paid
  }, 0n)
  if (net < 0n) return 0n
  return net < realEth ? net : realEth
}

function volumesOf(trades: readonly Trade[], now: number) {
  const recent = trades.filter(({ at }) => at >= Math.floor((now - DAY) / 60) * 60)
  const sum = (list: readonly Trade[], field: 'ethAmount' | 'feeBackedEth') =>
    `${list.reduce((total, { trade }) => total + BigInt(trade[field]), 0n)}`
  return {
    volumeEth: sum(trades, 'ethAmount'),
    volume24hEth: sum(recent, 'ethAmount'),
    feeBackedVolumeEth: sum(trades, 'feeBackedEth'),
    feeBackedVolume24hEth: sum(recent, 'feeBackedEth'),
    treasuryFees24hEth: halfOfFees(sum(recent, 'feeBackedEth')),
    trades: trades.length,
    trades24h: recent.length,
  }
}

/** One percent, less the creator's half of it, rounded down. */
function halfOfFees(volume: string): string {
  const fees = BigInt(volume) / 100n
  return `${fees - fees / 2n}`
}

/** The holders at the beginning of the last 24 hours, to the minute. */
function holdersADayAgo({ logs }: RawChain, token: string, now: number): number {
  const start = Math.floor((now - DAY) / 60) * 60
  const lines = recountHolders(logs).get(`${token.toLowerCase()} 1m`) ?? []
  return lines.findLast(({ time }) => Date.parse(time) / 1000 + 60 <= start)?.holders ?? 0
}

type Glanced = { price: bigint; now: number; untouched: bigint }

/** The line of the last day, by whole hours where there are eight of them, else by minutes. */
function glanceOf(trades: readonly Trade[], { price, now, untouched }: Glanced) {
  const since = Math.ceil((now - DAY) / 3_600) * 3_600
  const recent = trades.filter(({ at }) => at >= since)
  const before = trades.filter(({ at }) => at < since).at(-1)?.price ?? untouched
  const closes = (seconds: number) =>
    [...new Map(recent.map((trade) => [Math.floor(trade.at / seconds), `${trade.price}`])).values()].slice(-24)
  const start = recent.length === 0 ? price : before
  return {
    prices: recent.length === 0 ? [] : [`${before}`, ...closes(closes(3_600).length >= 8 ? 3_600 : 60)],
    changeBps: Number(((price - start) * 10_000n) / start),
  }
}

function termsOf(own: readonly Logged[], { now, createdAt, held }: { now: number; createdAt: number; held: bigint }) {
  const { openingSeconds, lockDays } = own.find(({ name }) => name === 'OptionsSet')?.args ?? {}
  const seconds = Number(openingSeconds ?? 0)
  const left = Math.max(0, createdAt + seconds - now)
  const surchargeBps = seconds === 0 ? 0 : Math.floor((9_900 * left) / seconds)
  const released = sumOf(own, 'LockReleased')
  return {
    opening: seconds === 0 ? null : { endsAt: iso(createdAt + seconds), seconds, at: iso(now), surchargeBps },
    lock: lockDays ? { days: Number(lockDays), amount: `${held + released}`, released: `${released}` } : null,
  }
}

function graduationOf(token: Address, log: Logged | undefined) {
  const key = { currency0: zeroAddress, currency1: token, fee: 10_000, tickSpacing: 200, hooks: FACTORY }
  return {
    graduated: log !== undefined,
    graduatedAt: log ? iso(log.at) : null,
    graduatedAtBlock: log?.block ?? null,
    graduatedAtTx: log?.tx ?? null,
    poolId: log ? poolIdOf(token) : null,
    poolKey: log ? key : null,
  }
}

type CurveView = { creator: Address; pendingCreator: Address; realEth: bigint; sold: bigint; creatorFees: bigint }

/** The amount that a claim would pay now, read from the contract. */
async function feesOf(
  { upstream }: LaunchChain,
  { token, own, curve }: { token: Address; own: readonly Logged[]; curve: CurveView },
) {
  const args = [token, curve.creator] as const
  const data = encodeFunctionData({ abi: launchpadAbi, functionName: 'claimCreatorFees', args })
  const claimable = BigInt((await upstream('eth_call', [{ from: curve.creator, to: FACTORY, data }, 'latest'])) as Hex)
  const pendingInPool = `${claimable - curve.creatorFees}`
  return { claimable: `${claimable}`, pendingInPool, claimed: `${sumOf(own, 'FeesClaimed')}` }
}

type Holding = {
  token: Address
  creator: Address
  balances: ReadonlyMap<string, bigint>
  people: [string, bigint][]
  isGraduated: boolean
}

function holdersOf({ token, creator, balances, people, isGraduated }: Holding) {
  const reserve = (address: string) => {
    const balance = balances.get(address) ?? 0n
    return { address, balance: `${balance}`, shareBps: shareBps(balance) }
  }
  const unlessEmpty = (address: string) => ((balances.get(address) ?? 0n) > 0n ? reserve(address) : null)
  const sorted = people.sort(
    ([a, first], [b, second]) => byAmount(first, second) || b.toLowerCase().localeCompare(a.toLowerCase()),
  )
  return {
    total: people.filter(isHolder).length,
    holders: sorted.map(([address]) => ({ ...reserve(address), isCreator: address === creator })),
    burned: unlessEmpty(BURNED),
    locked: unlessEmpty(token),
    curve: reserve(FACTORY),
    pool: isGraduated ? reserve(POOL_MANAGER) : unlessEmpty(POOL_MANAGER),
  }
}

function firstBuyers(trades: readonly Trade[], block: number) {
  const bought = new Map<Address, bigint>()
  for (const { trade, block: at } of trades)
    if (at === block && trade.side === 'buy')
      bought.set(trade.recipient, (bought.get(trade.recipient) ?? 0n) + BigInt(trade.tokenAmount))
  return [...bought]
    .sort(([, a], [, b]) => (a < b ? 1 : -1))
    .map(([address, tokens]) => ({ address, tokens: `${tokens}`, shareBps: shareBps(tokens) }))
}

/** Bought until then by other accounts, less what the same accounts sold at any time. */
function earlyOf(trades: readonly Trade[], { until, except }: { until: number; except: readonly string[] }): bigint {
  const left = new Map<string, bigint>()
  for (const { trade, at } of trades)
    if (at <= until && trade.side === 'buy' && !except.some((who) => same(who, trade.recipient)))
      left.set(trade.recipient, (left.get(trade.recipient) ?? 0n) + BigInt(trade.tokenAmount))
  for (const { trade } of trades)
    if (trade.side === 'sell' && left.has(trade.trader))
      left.set(trade.trader, (left.get(trade.trader) ?? 0n) - BigInt(trade.tokenAmount))
  return [...left.values()].reduce((total, amount) => (amount > 0n ? total + amount : total), 0n)
}

function namesakesOf({ record }: Recounted, launches: readonly Recounted[]) {
  const others = launches.filter((other) => other.record !== record && other.record.name === record.name)
  return { count: others.length, tokens: others.slice(0, 10).map((other) => other.record.address) }
}

/** Of everyone who ever got some, as the token itself says. */
async function readBalances(chain: LaunchChain, token: Address, own: readonly Logged[]): Promise<Map<string, bigint>> {
  const met = new Set(own.filter(({ name }) => name === 'Transfer').flatMap(({ args }) => [args.from, args.to]))
  met.delete(zeroAddress)
  const balances = new Map<string, bigint>()
  for (const who of met) balances.set(getAddress(who), await balanceOf(chain, { token, who }))
  return balances
}

async function readCurve({ upstream }: LaunchChain, token: Address): Promise<CurveView> {
  const call = { abi: launchpadAbi, functionName: 'curve', args: [token] } as const
  const data = (await upstream('eth_call', [{ to: FACTORY, data: encodeFunctionData(call) }, 'latest'])) as Hex
  return decodeFunctionResult({ ...call, data })
}

/** Larger first. */
export function byAmount(a: bigint, b: bigint): number {
  if (a === b) return 0
  return a < b ? 1 : -1
}

const special = (token: Address): string[] => [FACTORY, POOL_MANAGER, BURNED, token].map((who) => getAddress(who))
/** Ten thousand tokens. */
const isHolder = ([, amount]: readonly [string, bigint]) => amount >= SUPPLY / 100_000n
const shareBps = (amount: bigint) => Number((amount * 10_000n) / SUPPLY)
const sumOf = (own: readonly Logged[], event: string): bigint =>
  own.filter(({ name }) => name === event).reduce((total, { args }) => total + args.amount, 0n)
const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
