import { createHash } from 'node:crypto'
import { formatEther, getAddress } from 'viem'
import type { LaunchHappening } from '#arena/Context.ts'
import type { OnchainFacts, SystemEvent } from '#arena/store/tables.ts'

/** One happening of the chain as the log of a launch's room reports it. */
export type ChainReport = {
  position: number
  kind: SystemEvent['type']
  /** In seconds. */
  at: number
  /** Identifies the fact, independent of the rest of its block. */
  digest: string
  content: string
  event: SystemEvent
}

type Details = Record<string, unknown>
type Described = { content: string; facts: Omit<OnchainFacts, 'timestamp'> }

/** Throws if a detail is missing or invalid. */
const DESCRIBE: Record<string, (details: Details) => Described> = {
  launched({ wallet }) {
    return { content: `Launched by ${shortOf(wallet)}.`, facts: { wallet: addressOf(wallet) } }
  },
  trade({ wallet, side, venue, eth, tokens }) {
    const facts = { wallet: addressOf(wallet), ethAmount: amountOf(eth), tokenAmount: amountOf(tokens) }
    const [isBuy, isCurve] = [side === 'buy', venue === 'curve']
    const content = `${shortOf(wallet)} ${isBuy ? 'bought' : 'sold'} for ${inEther(eth)} ETH ${isCurve ? 'on the curve' : 'in the pool'}.`
    return { content, facts: { ...facts, side: isBuy ? 'buy' : 'sell', venue: isCurve ? 'curve' : 'pool' } }
  },
  graduated: () => ({ content: 'Graduated into a Uniswap v4 pool.', facts: {} }),
  claimed: ({ amount }) => ({
    content: `The creator’s fees were claimed: ${inEther(amount)} ETH.`,
    facts: { ethAmount: amountOf(amount) },
  }),
  released: ({ amount }) => ({
    content: `${inEther(amount)} tokens of the locked first buy were released.`,
    facts: { tokenAmount: amountOf(amount) },
  }),
  liquidity({ delta, tickLower, tickUpper }) {
    const [lower, upper, liquidityDelta] = [Number(tickLower), Number(tickUpper), String(BigInt(String(delta)))]
    const moved = liquidityDelta.startsWith('-') ? 'taken out of' : 'added to'
    const content = `Liquidity was ${moved} the pool, from tick ${lower} to ${upper}.`
    return { content, facts: { liquidityDelta, tickLower: lower, tickUpper: upper } }
  },
}

export function of(happening: LaunchHappening): ChainReport {
  const { position, block, logIndex, at, transactionHash, kind, details } = happening
  const describe = DESCRIBE[kind]
  if (!describe) throw new RangeError(`the kind "${kind}" is unknown`)
  const { content, facts } = describe(details)
  const place = { block, logIndex, ...(transactionHash !== null && { transactionHash }), timestamp: momentOf(at) }
  return finish({ position, at, kind: kind as SystemEvent['type'], content, onchain: { ...place, ...facts } })
}

/** The end of an opening is a moment, not a log: it has no position of its own. */
export function ofOpening(endsAt: number): ChainReport {
  const content = 'The opening is over: buys pay no surcharge any more.'
  return finish({ position: 0, at: endsAt, kind: 'opening_ended', content, onchain: { timestamp: momentOf(endsAt) } })
}

type Draft = Omit<ChainReport, 'digest' | 'event'> & { onchain: OnchainFacts }

function finish({ onchain, ...draft }: Draft): ChainReport {
  const event = { type: draft.kind, onchain }
  const digest = createHash('sha256').update(JSON.stringify(event)).digest('base64url').slice(0, 22)
  return { ...draft, digest, event }
}

/** By time; the end of an opening comes before the trades of its second. */
export function inOrder(reports: readonly ChainReport[]): ChainReport[] {
  return reports.toSorted((a, b) => a.at - b.at || a.position - b.position)
}

export function ofReplaced(entries: readonly number[]): { content: string; event: SystemEvent } {
  const [first, ...others] = entries
  const named =
    others.length === 0
      ? `Entry ${first} is no longer valid`
      : `${entries.length} entries since ${first} are no longer valid`
  return { content: `${named}: the chain replaced their blocks.`, event: { type: 'replaced', entries: [...entries] } }
}

function momentOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

function addressOf(value: unknown): string {
  return getAddress(String(value))
}

function shortOf(value: unknown): string {
  const address = addressOf(value)
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

function amountOf(value: unknown): string {
  return String(BigInt(value as string))
}

const SHOWN = 10n ** 14n

/** To four digits after the point; smaller amounts in full. */
function inEther(value: unknown): string {
  const wei = BigInt(value as string)
  return formatEther(wei < SHOWN ? wei : wei - (wei % SHOWN))
}
