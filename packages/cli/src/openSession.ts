import type { PrivateKeyAccount } from 'viem/accounts'
import { createClient } from '../../sdk/src/createClient.ts'
import type { Input } from './Command.ts'
import type { Output } from './Output.ts'
import { hasSigner, openSigner } from './openSigner.ts'
import type { Session } from './Session.ts'
import { openStore } from './Store.ts'
import type { Terminal } from './Terminal.ts'
import { UsageError } from './UsageError.ts'

export type Environment = Readonly<Record<string, string | undefined>>
type Surroundings = { env: Environment; terminal: Terminal; signal: AbortSignal; input: Omit<Input, 'arguments'> }

/** Opens the resources of a command. Nothing is prompted for or sent before a command needs it. */
export async function openSession({ env, terminal, signal, input }: Surroundings): Promise<Session> {
  const { options, flags } = input
  const url = urlOf(options['url'] ?? env['SLIPWAY_URL'] ?? 'http://127.0.0.1:8787')
  const store = openStore(env)
  const key = env['SLIPWAY_KEY'] ?? (await store.read(url))?.key
  const keystore = options['keystore']
  let opened: Promise<PrivateKeyAccount> | undefined
  const signer = () => {
    opened ??= openSigner({ env, terminal, keystore })
    return opened
  }
  const isJson = flags.has('json')
  return {
    url,
    client: createClient({ url, ...(key !== undefined && { key }) }),
    terminal,
    store,
    env,
    options: {
      isJson,
      isDryRun: flags.has('dry-run'),
      isConfirmed: flags.has('yes'),
      isUnsigned: flags.has('unsigned'),
      from: options['from'],
      rpc: options['rpc'] ?? env['SLIPWAY_RPC_URL'],
    },
    hasSigner: hasSigner({ env, keystore }),
    signer,
    from: async () => options['from'] ?? (await signer()).address,
    emit: (output) => terminal.print(shown(output, isJson)),
    note: (text) => (isJson ? undefined : terminal.note(text)),
    signal,
  }
}

export function shown({ json, text }: Output, isJson: boolean): string {
  return isJson ? JSON.stringify(json) : text
}

function urlOf(text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text.replace(/\/+$/, '')
  throw new UsageError(`${text} is not a URL. Pass --url https://….`)
}
