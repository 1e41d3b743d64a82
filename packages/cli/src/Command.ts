import type { Output } from './Output.ts'
import type { Session } from './Session.ts'

/** An option of a command; without `value` it is a flag. */
export type Option = { value?: string; summary: string }

export type Input = {
  arguments: readonly string[]
  options: Readonly<Record<string, string | undefined>>
  flags: ReadonlySet<string>
}

/** One command as data: help, completion and parsing follow from it. */
export type Command = {
  /** Its words, such as `rooms post`. */
  name: string
  summary: string
  /** `<token>` is required, `[owner]` optional, and `<text…>` takes the rest. */
  arguments?: readonly string[]
  options?: Readonly<Record<string, Option>>
  example?: string
  run(session: Session, input: Input): Promise<Output | undefined>
}

/** Options of every command. */
export const GLOBAL: Readonly<Record<string, Option>> = {
  url: { value: 'url', summary: 'The service. Default: SLIPWAY_URL, or http://127.0.0.1:8787.' },
  json: { summary: 'Print JSON: one document, or one per line for streams.' },
  'dry-run': { summary: 'Build and check, but send and change nothing.' },
  yes: { summary: 'Send without a question. Needed without a terminal.' },
  unsigned: { summary: 'Print the transactions instead of signing them.' },
  from: { value: 'address', summary: 'The account that signs. Default: that of the key or keystore.' },
  keystore: { value: 'file', summary: 'An encrypted key file (version 3). Default: SLIPWAY_KEYSTORE.' },
  rpc: {
    value: 'url',
    summary: 'The node that transactions are sent to. Default: SLIPWAY_RPC_URL, or the development chain.',
  },
  help: { summary: 'Show how a command is used.' },
}
