import type { Chains } from '#chain/createChains.ts'
import { assertCurrentTerm, type Term } from '#database/LeaderElection.ts'
import type { Log } from '#database/Log.ts'
import { transaction } from '#database/transaction.ts'
import { Unreadable } from '#liquidity/history/Move.ts'
import { type Present, readMoves, readPresent } from '#liquidity/history/readHistory.ts'
import * as Histories from '#liquidity/store/Histories.ts'
import type { Store, Tables } from '#liquidity/store/tables.ts'
import { NOTHING } from '#uniswap/amounts.ts'

type Follower = { store: Store; chains: Chains; log: Log; waitMs: number }

const STEP = 50
/** A node that refuses is asked again after this multiple of the usual wait. */
const PATIENCE = 20

/** Reads the histories that are due, those of one chain one after the other; returns whether more may be. */
export async function followHistories(follower: Follower, term: Term): Promise<boolean> {
  const due = await Histories.listDue(follower.store, STEP)
  const chains = Map.groupBy(due, ({ name }) => name.chainId)
  await Promise.all([...chains.values()].map((histories) => followChain(follower, term, histories)))
  return due.length > 0
}

async function followChain(follower: Follower, term: Term, histories: readonly Histories.History[]): Promise<void> {
  for (const history of histories) {
    const next = await read(follower, history).catch((error: unknown) => failed(follower, history, error))
    await transaction(follower.store, async (tx) => {
      await assertCurrentTerm<Tables>(tx, term)
      await Histories.save(tx, { ...next, stored: history, waitMs: follower.waitMs * patienceOf(next) })
    })
  }
}

/** A history that is still being read continues at once. */
function patienceOf({ problem, present }: Histories.History): number {
  if (problem !== null) return PATIENCE
  return present ? 1 : 0
}

async function read({ chains }: Follower, history: Histories.History): Promise<Histories.History> {
  const { name } = history
  const chain = chains.get(name.chainId)
  const { block, present = closed(history.present) } = await readPresent(chain, name)
  if (!present) throw new Unreadable('The position was burned before its history was read.')
  const { moves, to } = await readMoves(chain, { name, to: block, present }, history)
  return { ...history, moves, block: to, present: to === block ? present : undefined, problem: null }
}

/** A burned position holds nothing; the price is the last one that was read. */
function closed(present: Present | undefined): Present | undefined {
  return present && { ...present, liquidity: 0n, holds: NOTHING, uncollected: NOTHING }
}

/** The figures of the last read stay, with the reason why there are no newer ones. */
function failed({ log }: Follower, history: Histories.History, err: unknown): Histories.History {
  log.warn({ err, position: history.key }, 'failed to read the history of a position')
  const problem =
    err instanceof Unreadable ? err.message : 'The chain did not respond. The position is read again later.'
  return { ...history, problem }
}
