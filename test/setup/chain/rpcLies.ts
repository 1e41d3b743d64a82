/** Answers one JSON-RPC request; throws `{ code, message, data? }`. */
export type Upstream = (method: string, params: unknown[]) => Promise<unknown>

/** The lies of a node. Chances are per request. */
export type Lies = {
  /** Every exchange, or with `perRequest` every request in it, sees a random one of the upstreams. */
  mixed?: 'perExchange' | 'perRequest'
  /** How many blocks the node lags, chosen at random from these each time. */
  lags?: readonly number[]
  chainId?: number
  dropLogs?: number
  duplicateLogs?: number
  shuffleLogs?: boolean
  /** The widest range of blocks a log query may span. */
  maxLogRange?: number
  emptyLogs?: number
  /** Replaces what the node answers. */
  falsify?: (method: string, result: unknown, params: unknown[]) => unknown
}

type Log = { blockNumber: string; logIndex: string }
type Liar = { view(lies: Lies): Upstream }

/** Random numbers that come again with the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

export function create(upstreams: readonly Upstream[], random: () => number): Liar {
  const choose = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)]

  function node(lies: Lies): { upstream: Upstream; lag: number } {
    const upstream = (lies.mixed ? choose(upstreams) : upstreams[0]) ?? refuse
    return { upstream, lag: choose(lies.lags ?? [0]) ?? 0 }
  }

  return {
    view(lies) {
      const shared = node(lies)
      return async (method, params) => {
        const { upstream, lag } = lies.mixed === 'perRequest' ? node(lies) : shared
        const result = await behind(upstream, lag)(method, params)
        if (method === 'eth_chainId' && lies.chainId !== undefined) return `0x${lies.chainId.toString(16)}`
        if (lies.falsify) return lies.falsify(method, result, params)
        if (method !== 'eth_getLogs') return result
        checkRange(params, lies.maxLogRange)
        return spoilLogs(result as Log[], lies, random)
      }
    },
  }
}

/** A node `lag` blocks behind: its newest block is an old one, and it knows none after it. */
function behind(upstream: Upstream, lag: number): Upstream {
  if (lag === 0) return upstream
  return async (method, params) => {
    const newest = Math.max(0, Number(await upstream('eth_blockNumber', [])) - lag)
    if (method === 'eth_blockNumber') return `0x${newest.toString(16)}`
    if (method === 'eth_getBlockByNumber' && Number(params[0]) > newest) return null
    return upstream(
      method,
      params.map((param) => retag(param, newest)),
    )
  }
}

/** Log queries that reach beyond the newest block are answered as far as it, without a word. */
function retag(param: unknown, newest: number): unknown {
  const tag = `0x${newest.toString(16)}`
  if (param === 'latest') return tag
  if (typeof param !== 'object' || param === null || !('toBlock' in param)) return param
  const { toBlock } = param
  return { ...param, toBlock: toBlock === 'latest' || Number(toBlock) > newest ? tag : toBlock }
}

function checkRange([filter]: unknown[], limit: number | undefined): void {
  const { fromBlock, toBlock } = filter as { fromBlock?: string; toBlock?: string }
  if (limit === undefined || fromBlock === undefined || toBlock === undefined) return
  if (Number(toBlock) - Number(fromBlock) + 1 <= limit) return
  throw { code: -32005, message: `block range is too wide, limited to ${limit} blocks` }
}

function spoilLogs(logs: Log[], lies: Lies, random: () => number): Log[] {
  const { dropLogs = 0, duplicateLogs = 0, emptyLogs = 0, shuffleLogs = false } = lies
  if (random() < emptyLogs) return []
  const kept = logs.filter(() => random() >= dropLogs)
  const doubled = kept.flatMap((log) => (random() < duplicateLogs ? [log, log] : [log]))
  return shuffleLogs
    ? doubled
        .map((log) => ({ log, at: random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ log }) => log)
    : doubled
}

async function refuse(): Promise<never> {
  throw { code: -32603, message: 'no node behind this endpoint' }
}
