import { type Address, zeroAddress } from 'viem'
import { BURNED } from './executed.ts'
import { FACTORY, POOL_MANAGER } from './launchChain.ts'
import { type Constants, curvePrice, type Logged, poolPrice, SUPPLY } from './rawChain.ts'
import { poolIdOf } from './recountTrades.ts'

/** Rows as text, by table; the order of rows has no meaning. */
export type Lines = Record<string, string[]>
type Row = Record<string, unknown>
type Trade = Row & { at: number; eth: bigint; tokens: bigint; price: bigint; position: number }
type Launch = {
  row: Row & { creator: string; current_creator: string; pending_creator: string | null; pool_id: string | null }
  id: number
  address: string
  balances: Map<string, bigint>
  trades: Trade[]
  curve: { realEth: bigint; sold: bigint }
  sqrtPriceX96: bigint
  graduated: Row
  sums: { claimed: bigint; released: bigint; outside: bigint }
  /** The accounts of every split, as they are created. */
  splits: ReadonlyMap<string, string[]>
}

const HOLDER_FLOOR = 10_000n * 10n ** 18n
const CANDLES = [60, 3_600, 86_400]
const NOT_GRADUATED = { graduated: false, graduated_position: null, graduated_at: null, graduated_tx: null }

/** The tables of an index after these logs. Shares no code with the index. */
export function recountTables(logs: readonly Logged[], constants: Constants): Lines {
  const launches = new Map<string, Launch>()
  const pools = new Map<string, Launch>()
  const splits = new Map<string, string[]>()
  for (const log of logs) {
    if (log.name === 'FeeSplitCreated') splits.set(lower(log.args.split), log.args.accounts.map(lower))
    if (log.name === 'TokenCreated') begin({ launches, pools, splits }, log)
    const token = log.name === 'Transfer' ? log.address : log.args.token
    const launch = log.name === 'Swap' ? pools.get(log.args.id) : launches.get(token?.toLowerCase())
    if (launch) APPLY[log.name]?.(launch, log, constants)
  }
  const all = [...launches.values()]
  return {
    launch_tokens: all.map(({ id, address, row }) => line({ id, address, creator: row.creator })),
    launch_curves: all.map((launch) => line(curveRow(launch, constants))),
    launch_trades: all.flatMap(({ trades }) => trades.map((trade) => line(trade))),
    launch_holders: all.flatMap(({ id, balances }) =>
      [...balances].filter(([, balance]) => balance > 0n).map(([who, balance]) => line({ id, who, balance })),
    ),
    launch_candles: all.flatMap((launch) => CANDLES.flatMap((seconds) => candles(launch, seconds, constants))),
    launch_creators: creators(all),
    launch_splits: [...splits].flatMap(([split, accounts]) => accounts.map((account) => line({ split, account }))),
    launch_chain: [
      line({ ...countOf(all), trades: all.flatMap(({ trades }) => trades).length, volume: volumeOf(all) }),
    ],
  }
}

type Apply = (launch: Launch, log: Logged, constants: Constants) => void

const APPLY: Record<string, Apply> = {
  OptionsSet({ row }, { args, at }) {
    const opening = Number(args.openingSeconds)
    row.current_creator = lower(args.feeHolder)
    Object.assign(row, { fee_holder: row.current_creator, opening, ends: opening && at + opening, days: args.lockDays })
  },
  Transfer({ balances }, { args }) {
    const add = (who: string, amount: bigint) => balances.set(lower(who), (balances.get(lower(who)) ?? 0n) + amount)
    if (args.from !== zeroAddress) add(args.from, 0n - args.value)
    if (args.to !== zeroAddress) add(args.to, args.value)
  },
  Trade(launch, log, constants) {
    const { trader, recipient, isBuy, ethAmount: eth, tokenAmount: tokens, fee, realEth, sold } = log.args
    launch.curve = { realEth, sold }
    const isOwn = [trader, recipient].map(lower).some((who) => isOwner(launch, who))
    if (!isOwn) launch.sums.outside += BigInt(isBuy ? eth - fee : 0n - eth - fee)
    const who = { who: `${lower(trader)} ${lower(recipient)} ${isOwn}`, fee, realEth, sold }
    const { price } = curvePrice(constants, launch.curve)
    launch.trades.push({ ...placed(launch, log), venue: 'curve', isBuy, eth, tokens, price, ...who })
  },
  Swap(launch, log) {
    const { amount0, amount1, sqrtPriceX96 } = log.args
    launch.sqrtPriceX96 = sqrtPriceX96
    const amounts = { eth: absolute(amount0), tokens: absolute(amount1), price: poolPrice(sqrtPriceX96).price }
    const nothing = { who: null, fee: null, realEth: null, sold: null }
    launch.trades.push({ ...placed(launch, log), venue: 'pool', isBuy: amount0 < 0n, ...amounts, ...nothing })
  },
  Graduated(launch, log) {
    const { position, at, tx } = placed(launch, log)
    launch.graduated = { graduated: true, graduated_position: position, graduated_at: at, graduated_tx: tx }
    launch.row.pool_id = log.args.poolId
  },
  FeesClaimed({ sums }, { args }) {
    sums.claimed += args.amount
  },
  LockReleased({ sums }, { args }) {
    sums.released += args.amount
  },
  CreatorTransferStarted({ row }, { args }) {
    row.pending_creator = args.to === zeroAddress ? null : lower(args.to)
  },
  CreatorTransferred({ row }, { args }) {
    Object.assign(row, { current_creator: lower(args.to), pending_creator: null })
  },
}

function isOwner({ row, splits }: Launch, who: string): boolean {
  const holders = [String(row['fee_holder']), row.current_creator]
  return [row.creator, ...holders, ...holders.flatMap((holder) => splits.get(holder) ?? [])].includes(who)
}

type Found = { launches: Map<string, Launch>; pools: Map<string, Launch>; splits: Launch['splits'] }

function begin({ launches, pools, splits }: Found, log: Logged): void {
  const address = lower(log.args.token)
  const creator = lower(log.args.creator)
  const terms = { fee_holder: creator, opening: 0, ends: 0, days: 0 }
  const launch = {
    row: { creator, current_creator: creator, pending_creator: null, pool_id: null, ...terms },
    id: positionOf(log),
    address,
    balances: new Map(),
    trades: [],
    curve: { realEth: 0n, sold: 0n },
    sqrtPriceX96: 0n,
    graduated: NOT_GRADUATED,
    sums: { claimed: 0n, released: 0n, outside: 0n },
    splits,
  }
  launches.set(address, launch)
  pools.set(poolIdOf(log.args.token as Address), launch)
}

function curveRow(launch: Launch, constants: Constants): Row {
  const { id, row, curve, trades, balances, sums, graduated, address } = launch
  const last = trades.at(-1)
  const isPooled = last?.['venue'] === 'pool'
  const { price, cap } = isPooled ? poolPrice(launch.sqrtPriceX96) : curvePrice(constants, curve)
  const burned = balances.get(lower(BURNED)) ?? 0n
  const people = [...balances].filter(
    ([who, amount]) => amount >= HOLDER_FLOOR && ![FACTORY, POOL_MANAGER, BURNED, address].map(lower).includes(who),
  )
  return {
    ...{ id, ...row, ...curve, ...sums, ...graduated },
    locked: balances.get(address) ?? 0n,
    ...{ burned, price, cap: (cap * (SUPPLY - burned)) / SUPPLY },
    ...{ volume: volumeOf([launch]), trades: trades.length, holders: people.length },
    ...{ last: last?.position ?? 0, lastAt: last?.at ?? null },
  }
}

function candles({ id, trades }: Launch, seconds: number, constants: Constants): string[] {
  let before = curvePrice(constants, { realEth: 0n, sold: 0n }).price
  const groups = Map.groupBy(trades, ({ at }) => at - (at % seconds))
  return [...groups].map(([start, group]) => {
    const prices = [before, ...group.map(({ price }) => price)]
    const open = before
    before = prices.at(-1) ?? before
    const sum = (field: 'eth' | 'tokens') => group.reduce((total, trade) => total + trade[field], 0n)
    const [high, low] = [prices.reduce((a, b) => (a > b ? a : b)), prices.reduce((a, b) => (a < b ? a : b))]
    const sums = { eth: sum('eth'), tokens: sum('tokens'), trades: group.length }
    return line({ id, seconds, start, open, high, low, close: before, ...sums })
  })
}

function creators(all: readonly Launch[]): string[] {
  return [...Map.groupBy(all, ({ row }) => row.creator)].map(([creator, own]) =>
    line({ creator, ...countOf(own), volume: volumeOf(own) }),
  )
}

const countOf = (all: readonly Launch[]) => ({
  tokens: all.length,
  graduated: all.filter(({ row }) => row.pool_id !== null).length,
})
const volumeOf = (all: readonly Launch[]) =>
  all.flatMap(({ trades }) => trades).reduce((total, { eth }) => total + eth, 0n)
const positionOf = ({ block, logIndex }: Logged) => block * 2 ** 20 + logIndex
const placed = ({ id }: Launch, log: Logged) => ({ position: positionOf(log), id, at: log.at, tx: log.tx })
const line = (row: Row) =>
  Object.values(row)
    .map((value) => String(value ?? '-'))
    .join(' ')
const lower = (text: string) => text.toLowerCase()
const absolute = (value: bigint) => (value < 0n ? -value : value)
