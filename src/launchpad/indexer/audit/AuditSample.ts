import type { Work } from '#launchpad/indexer/Work.ts'
import {
  countTokens,
  type Holding,
  loadAside,
  loadHoldings,
  nextHoldings,
  nextTokens,
} from '#launchpad/indexer/write/auditRows.ts'
import * as Launches from '#launchpad/indexer/write/Launches.ts'
import type { Launch } from '#launchpad/records/Launch.ts'
import * as Expectation from './Expectation.ts'

const CHANGED_MAX = 100
const ROTATED = 250

/** The order of the comparison: changed rows first, then all rows in turn. */
export type Sampling = {
  tokens: Set<string>
  holders: Map<string, Holding>
  lastToken: number
  lastHolder: Holding
}

export type Sample = {
  claims: Expectation.Expectation[]
  /** Moves on to the next sample; called if no claim differs from the chain. */
  next(): void
}

const START: Holding = { tokenId: 0, holder: '' }

export function create(): Sampling {
  return { tokens: new Set(), holders: new Map(), lastToken: 0, lastHolder: START }
}

/** The state of the chain at the checkpoint, according to the tables. */
export async function take({ leadership, emitters }: Work, sampling: Sampling): Promise<Sample> {
  const changedTokens = [...sampling.tokens].slice(0, CHANGED_MAX)
  const changedHolders = [...sampling.holders].slice(0, CHANGED_MAX)
  return leadership.db.transaction().execute(async (tx) => {
    const tokens = await countTokens(tx)
    const rotated = await nextTokens(tx, { after: sampling.lastToken, limit: ROTATED })
    const changed = await Launches.load(tx, { tokens: changedTokens, pools: [] })
    const aside = await loadAside(tx, changedTokens)
    const launches = [...changed.values().filter(({ token }) => !aside.has(token)), ...rotated]
    const turn = await nextHoldings(tx, { after: sampling.lastHolder, limit: ROTATED })
    const holdings = [
      ...(await loadHoldings(
        tx,
        changedHolders.map(([, holding]) => holding),
      )),
      ...turn,
    ]
    return {
      claims: [
        Expectation.ofCount(emitters, tokens),
        ...launches.flatMap((launch) => [
          Expectation.ofCurve(emitters, launch),
          ...Expectation.ofPool(emitters, launch),
        ]),
        ...holdings.map(Expectation.ofBalance),
      ],
      next: () => advance(sampling, { tokens: changedTokens, holders: changedHolders, rotated, turn }),
    }
  })
}

type Compared = { tokens: string[]; holders: [string, Holding][]; rotated: Launch[]; turn: Holding[] }

/** A page that was not full was the last: the next starts over. */
function advance(sampling: Sampling, { tokens, holders, rotated, turn }: Compared): void {
  for (const token of tokens) sampling.tokens.delete(token)
  for (const [key] of holders) sampling.holders.delete(key)
  sampling.lastToken = (rotated.length < ROTATED ? undefined : rotated.at(-1)?.id) ?? 0
  sampling.lastHolder = (turn.length < ROTATED ? undefined : turn.at(-1)) ?? START
}
