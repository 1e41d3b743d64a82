import { isUnavailable } from '#core/ApiError.ts'
import { min } from '#core/bigint.ts'
import * as ChainState from './ChainState.ts'
import { CallReverted, disagreement } from './failures.ts'
import * as JsonRpc from './JsonRpc.ts'
import { CHAIN_ID } from './Provider.ts'
import { type Question, stringify } from './questions.ts'
import type { Operation } from './runOnProviders.ts'

const HEAD: JsonRpc.Request = { method: 'eth_blockNumber', params: [] }

/** A provider's answer, which may be a revert, and its newest block. */
type Testimony<T> = ({ readonly value: T } | { readonly revert: CallReverted }) & { readonly head: bigint }

/**
 * Asks two providers in parallel. If they differ at their newest blocks, asks both again at the older one; throws if
 * they still differ. If only one provider answers, its answer counts and `isSingleProvider` reports it for a while.
 */
export function runAgreed<T>(state: ChainState.ChainState, question: Question<T>): Promise<T> {
  if (!question.compared) return ChainState.run(state, question.key, question.ask(question.block))
  return state.flights(`agreed ${question.key}`, async () => {
    const newest = await askTwo(state, question, question.block)
    if (question.block !== undefined || isSettled(newest, question)) return conclude(state, question, newest)
    const older = newest.map(({ head }) => head).reduce(min)
    return conclude(state, question, await askTwo(state, question, older))
  })
}

/**
 * Asks the only provider, and for its chain id in the same round trip: for decisions about money, an earlier check is
 * too old.
 */
export function runChecked<T>(state: ChainState.ChainState, { key, ask, block }: Question<T>): Promise<T> {
  const operation = ask(block)
  return ChainState.run(state, `checked ${key}`, (send) =>
    operation(async (requests) => (await send([...requests, CHAIN_ID])).slice(0, -1)),
  )
}

/** The answers of two disjoint groups of providers; one answer where a group is unavailable. */
async function askTwo<T>(
  state: ChainState.ChainState,
  question: Question<T>,
  block: bigint | undefined,
): Promise<Testimony<T>[]> {
  const groups = [0, 1].map((parity) => state.providers.filter((_, index) => index % 2 === parity))
  const operation = withHead(question.ask(block))
  const outcomes = await Promise.allSettled(groups.map((group) => ChainState.runOn(state, group, operation)))
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  const fatal = failures.find((failure) => !isUnavailable(failure))
  if (fatal !== undefined || failures.length === groups.length) throw fatal ?? failures[0]
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
}

/** Asks for the head and the chain id, which is checked, in the same round trip. */
function withHead<T>(operation: Operation<T>): Operation<Testimony<T>> {
  return async (send) => {
    let head = 0n
    const work = operation(async (requests) => {
      const answers = await send([...requests, CHAIN_ID, HEAD])
      const last = answers.at(-1)
      if (last) head = JsonRpc.unwrapQuantity(last)
      return answers.slice(0, -2)
    })
    try {
      return { value: await work, head }
    } catch (error) {
      if (error instanceof CallReverted) return { revert: error, head }
      throw error
    }
  }
}

function isSettled<T>(testimonies: readonly Testimony<T>[], { compared }: Question<T>): boolean {
  const texts = testimonies.map((one) =>
    stringify('revert' in one ? { revert: one.revert.data } : (compared?.(one.value) ?? null)),
  )
  return texts.every((text) => text === texts[0])
}

function conclude<T>(state: ChainState.ChainState, question: Question<T>, testimonies: readonly Testimony<T>[]): T {
  const [first] = testimonies
  if (!first || !isSettled(testimonies, question)) {
    state.seen.disagreements += 1
    throw disagreement(state.facts.id)
  }
  if (testimonies.length < 2) ChainState.noteSingleProvider(state)
  if ('revert' in first) throw first.revert
  const values = testimonies.flatMap((one) => ('value' in one ? [one.value] : []))
  return question.merge ? question.merge(values) : first.value
}
