import type { Accepted } from './checkStep.ts'
import type { Statement } from './readStatement.ts'
import type { Step } from './Step.ts'

export type ExecuteOptions = Accepted & {
  /** Only checks the answer. Nothing is sent or signed. */
  dryRun?: boolean | undefined
  /** Called before and after each step, to show progress. */
  onStep?: ((progress: Progress) => void) | undefined
  /** Stops waiting for a transaction after this time; it may still be mined later. Default: waits as long as it takes. */
  minedWithinMs?: number | undefined
  signal?: AbortSignal | undefined
}

export type Progress = { step: number; of: number; kind: Step['kind']; hash?: string; signature?: string }

export type Executed = {
  /** Hashes of the mined transactions, in order. */
  hashes: string[]
  /** The signature of the typed data, if there is one: send it with `/lp/create`, `/lp/increase` or the metadata. */
  signature?: string
  /** The content of each statement, in the order of the steps. */
  statements: Statement[]
}
