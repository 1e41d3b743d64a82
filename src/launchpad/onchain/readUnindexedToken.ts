import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, zeroAddress } from 'viem'
import type { z } from 'zod'
import { ApiError } from '#core/ApiError.ts'
import { toAddress } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { pool } from '#launchpad/contract/Curve.ts'
import * as Price from '#launchpad/contract/Price.ts'
import * as Event from '#launchpad/indexer/chain/Event.ts'
import { readAll } from '#launchpad/indexer/chain/Log.ts'
import { readSetAside } from '#launchpad/store/readSetAside.ts'
import type * as wire from '#launchpad/wire/schemas.ts'
import * as records from '#launchpad/wire/toWire.ts'
import { WARNINGS } from '#launchpad/wire/warnings.ts'
import { readNames } from './readNames.ts'
import { readPoolPrice } from './readPoolPrice.ts'
import { type LaunchTerms, readTerms } from './readTerms.ts'

type Detail = z.output<typeof wire.TokenFacts>

const KEPT_MAX = 10_000
const PER_SECOND = 50
const UNKNOWN = 0
const GRADUATED = 2

/**
 * Reads a token from the chain that the index does not have. Results are cached per block, and uncached reads are rate
 * limited.
 */
export function createUnindexedReader(context: Context): (address: string) => Promise<Detail | undefined> {
  const { chain, now } = context
  const kept = new Map<string, { block: unknown; found: Promise<Detail | undefined> }>()
  let allowance = { tokens: PER_SECOND, at: now() }
  function take(): void {
    const earned = ((now() - allowance.at) / 1000) * PER_SECOND
    allowance = { tokens: Math.min(PER_SECOND, allowance.tokens + earned), at: now() }
    if (allowance.tokens < 1)
      throw new ApiError(
        'resource_exhausted',
        'Too many tokens are being read from the chain. Try again in a second.',
        {
          headers: { 'retry-after': '1' },
        },
      )
    allowance.tokens -= 1
  }
  return async (address) => {
    const block = await chain.request('eth_blockNumber', [])
    const known = kept.get(address)
    if (known && known.block === block) return known.found
    take()
    const found = read(context, address as Address)
    if (kept.size >= KEPT_MAX) kept.clear()
    kept.set(address, { block, found })
    found.catch(() => kept.delete(address))
    return found
  }
}

/** Asks the launchpad first: only its own tokens are called, because foreign code may do anything. */
async function read(context: Context, token: Address): Promise<Detail | undefined> {
  const { chain, factory, site } = context
  const curveCall = { abi: launchpadAbi, functionName: 'curve', args: [token] } as const
  const data = await chain.call({ to: factory.address, data: encodeFunctionData(curveCall) })
  const curve = decodeFunctionResult({ ...curveCall, data })
  if (curve.status === UNKNOWN) return undefined
  const isGraduated = curve.status === GRADUATED
  const aside = await readSetAside(context.db, token.toLowerCase())
  const [named, created, fair, poolPrice] = await Promise.all([
    readNames(chain, token),
    aside?.creation ?? readCreation(context, token),
    readTerms(context, token),
    isGraduated ? readPoolPrice(context, token) : undefined,
  ])
  const identity = records.identity({ address: token, ...named }, site)
  const feeHolder = fair.feeHolder === identity.creator ? null : fair.feeHolder
  return {
    ...describe(curve),
    ...priced(curve, { burned: fair.burned, poolPrice }),
    ...identity,
    ...created,
    ...fair,
    feeHolder,
    burned: String(fair.burned),
    poolKey: isGraduated ? poolKeyOf(token, factory.address) : null,
    warnings: [...WARNINGS.token, ...(aside ? WARNINGS.setAside : [])],
  }
}

type Curve = {
  status: number
  creator: Address
  pendingCreator: Address
  realEth: bigint
  sold: bigint
  poolId: Hex
}

type Described = Omit<
  Detail,
  | keyof ReturnType<typeof records.identity>
  | keyof Creation
  | keyof LaunchTerms
  | keyof ReturnType<typeof priced>
  | 'poolKey'
  | 'warnings'
>

/** The price after the last trade, which is the curve's until the first swap in the pool. */
function priced(
  curve: Curve,
  { burned, poolPrice = pool.sqrtPriceX96 }: { burned: bigint; poolPrice: bigint | undefined },
) {
  const { price, marketCap } =
    poolPrice === pool.sqrtPriceX96 ? Price.onCurve(curve, burned) : Price.inPool(poolPrice, burned)
  return { priceEth: String(price), marketCapEth: String(marketCap) }
}

function poolKeyOf(token: Address, factory: string): Detail['poolKey'] {
  const { fee, tickSpacing } = pool
  return { currency0: zeroAddress, currency1: toAddress(token), fee, tickSpacing, hooks: toAddress(factory) }
}

/** The fields that follow from the chain's state; those that need history are null. */
function describe(curve: Curve): Described {
  const isGraduated = curve.status === GRADUATED
  const isOffered = !/^0x0+$/.test(curve.pendingCreator)
  return {
    currentCreator: curve.creator,
    pendingCreator: isOffered ? curve.pendingCreator : null,
    ...records.raised(curve),
    volumeEth: null,
    volume24hEth: null,
    feeBackedVolumeEth: null,
    feeBackedVolume24hEth: null,
    outsideVolume24hEth: null,
    raisedByOthersEth: null,
    treasuryFees24hEth: null,
    trades: null,
    trades24h: null,
    holders: null,
    lastTradeAt: null,
    graduated: isGraduated,
    graduatedAt: null,
    graduatedAtBlock: null,
    graduatedAtTx: null,
    poolId: isGraduated ? curve.poolId : null,
    creatorFees: null,
    metadata: null,
    metadataUri: null,
    referrer: null,
    indexed: false,
    signals: {
      creatorBalance: null,
      creatorShareBps: null,
      earlyShareBps: null,
      firstBlockBuyers: null,
      sameName: null,
    },
  }
}

type Creation = Pick<Detail, 'createdAtBlock' | 'createdAtTimestamp' | 'createdAtTx'>

/** The creation is in a block that is not indexed yet; null fields if the node cannot find it. */
async function readCreation({ chain, factory, feed }: Context, token: Address): Promise<Creation> {
  const unknown = { createdAtBlock: null, createdAtTimestamp: null, createdAtTx: null }
  const fromBlock = `0x${((feed.status()?.block ?? factory.startBlock - 1) + 1).toString(16)}`
  const topics = [Event.TOKEN_CREATED, `0x${token.slice(2).toLowerCase().padStart(64, '0')}`]
  try {
    const answer = await chain.request('eth_getLogs', [
      { address: factory.address, fromBlock, toBlock: 'latest', topics },
    ])
    const [log] = readAll(answer)
    if (!log) return unknown
    const timestamp = Number(BigInt(`0x${log.data.slice(130, 194)}`))
    return {
      createdAtBlock: log.block,
      createdAtTimestamp: records.toDate(timestamp),
      createdAtTx: log.transactionHash,
    }
  } catch {
    return unknown
  }
}
