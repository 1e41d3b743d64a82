import type {
  PrepareLaunchTransactionRequest,
  PrepareLaunchTransactionResponse,
} from '../../../sdk/src/operations.generated.ts'
import { type Journey, need, type Person } from './Journey.ts'

const CHAIN_ID = '4663'

export type WithoutFrom<One> = One extends unknown ? Omit<One, 'from'> : never
export type Prepared = { answer: PrepareLaunchTransactionResponse; hash: string; verdict: string }

/** Prepares an action of the launchpad, checks and sends it, and compares its receipt with its statement. */
export async function sendPrepared(
  journey: Journey,
  { account, client, wallet }: Person,
  request: WithoutFrom<PrepareLaunchTransactionRequest>,
): Promise<Prepared> {
  const answer = await client.prepareLaunchTransaction({ ...request, from: account.address })
  const { hashes } = await journey.execute(answer, wallet)
  const hash = hashes.at(-1)
  need(hash, 'Nothing was sent.')
  return { answer, hash, verdict: await verdictOf(journey, hash, answer.statement) }
}

/** The verdict of the service about a mined transaction: `as stated` or `within limits`. */
export async function verdictOf({ visitor }: Journey, hash: string, statement: string): Promise<string> {
  const { verdict, note } = await visitor.transactionReceipt({ chainId: CHAIN_ID, hash, statement })
  need(verdict !== 'differs', `The transaction ${hash} did something else than was stated.`)
  return verdict ?? note ?? 'not compared'
}
