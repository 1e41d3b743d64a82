import type { PrivateKeyAccount } from 'viem/accounts'
import type { Client } from '../../../sdk/src/createClient.ts'
import type { Execute } from '../../../sdk/src/execute/createExecute.ts'
import type { Wallet } from '../../../sdk/src/execute/Wallet.ts'

/** A person of the journey: an account with test money, their client and their wallet. */
export type Person = { account: PrivateKeyAccount; client: Client; wallet: Wallet }

/** The state that the steps of a journey share. */
export type Journey = {
  url: string
  /** Without credentials. */
  visitor: Client
  creator: Person
  trader: Person
  execute: Execute
  signal: AbortSignal
  /** The API key of the creator, from the step `key`. */
  key?: string
  /** The token, from the step `launch`. */
  token?: string
}

/** One step as data: it does something and says in a sentence what it did. */
export type Step = { name: string; run(journey: Journey): Promise<string> }

/** A feature that the deployment does not offer is skipped, with the reason. */
export class NotOffered extends Error {
  override readonly name = 'NotOffered'
}

export function need(condition: unknown, problem: string): asserts condition {
  if (!condition) throw new Error(problem)
}
