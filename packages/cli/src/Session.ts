import type { PrivateKeyAccount } from 'viem/accounts'
import type { Client } from '../../sdk/src/createClient.ts'
import type { Output } from './Output.ts'
import type { Store } from './Store.ts'
import type { Terminal } from './Terminal.ts'

/** The world of a command: client, terminal, account. */
export type Session = {
  url: string
  client: Client
  terminal: Terminal
  store: Store
  env: Readonly<Record<string, string | undefined>>
  options: {
    isJson: boolean
    isDryRun: boolean
    isConfirmed: boolean
    isUnsigned: boolean
    from: string | undefined
    rpc: string | undefined
  }
  hasSigner: boolean
  /** The account that signs; asks for the password of a keystore at the first call. */
  signer(): Promise<PrivateKeyAccount>
  /** The address that transactions are built for. */
  from(): Promise<string>
  /** Prints a part of a result at once, for streams. */
  emit(output: Output): void
  /** Progress for people; disabled with `--json`. */
  note(text: string): void
  signal: AbortSignal
}
