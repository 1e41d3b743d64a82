import { createClient } from '../../../sdk/src/createClient.ts'
import type { CreateKeyRequest } from '../../../sdk/src/operations.generated.ts'
import type { Command } from '../Command.ts'
import { columns } from '../help.ts'
import type { Session } from '../Session.ts'
import { UsageError } from '../UsageError.ts'

type Scope = NonNullable<CreateKeyRequest['scopes']>[number]

const SCOPES = { value: 'scopes', summary: 'Separated by commas. Default: api:*.' }

export const accountCommands: readonly Command[] = [
  {
    name: 'login',
    summary: 'Sign in with the wallet, make an API key and store it for this service.',
    options: {
      name: { value: 'text', summary: 'The name of the key. Default: slipway cli.' },
      scopes: SCOPES,
      'key-stdin': { summary: 'Store a key that you have: it is read from standard input.' },
    },
    example: 'login --keystore wallet.json',
    async run(session, { options, flags }) {
      const saved = flags.has('key-stdin') ? await fromInput(session) : await fromWallet(session, options)
      if (!session.options.isDryRun) await session.store.write(session.url, saved)
      const { keyId, address } = saved
      return {
        json: { url: session.url, keyId, address },
        text: `Signed in to ${session.url}. The key is in ${session.store.path}.`,
      }
    },
  },
  {
    name: 'logout',
    summary: 'Revoke the stored key and forget it.',
    async run({ client, store, url, options }) {
      const saved = await store.read(url)
      if (!saved) throw new UsageError(`You are not signed in to ${url}.`)
      // A key cannot revoke itself without the right to manage keys; forgetting it works in any case.
      const revoked = options.isDryRun ? undefined : await client.try.revokeKey({ id: saved.keyId })
      if (!options.isDryRun) await store.write(url, undefined)
      const isRevoked = revoked?.ok === true
      const rest = isRevoked ? 'The key is revoked.' : 'The key is still valid: revoke it on /developers/keys.'
      return { json: { url, isRevoked }, text: `Signed out of ${url}. ${rest}` }
    },
  },
  {
    name: 'keys list',
    summary: 'List your API keys.',
    async run(session) {
      const keys = []
      for await (const key of (await signedIn(session)).each.listKeys()) keys.push(key)
      const rows = keys.map(({ id, name, masked, scopes, status }) => [
        id,
        `${status}  ${masked}  ${name}  ${scopes.join(' ')}`,
      ])
      return { json: { keys }, text: columns(rows).join('\n') || 'No keys.' }
    },
  },
  {
    name: 'keys create',
    summary: 'Create an API key. It is shown once.',
    arguments: ['<name…>'],
    options: { scopes: SCOPES },
    async run(session, { arguments: [name = ''], options }) {
      if (session.options.isDryRun) return { json: { name }, text: `Would create the key ${name}.` }
      const answer = await (await signedIn(session)).createKey({ name, scopes: scopesOf(options['scopes']) })
      return { json: answer, text: `${answer.key}\n${answer.warning}` }
    },
  },
  {
    name: 'keys revoke',
    summary: 'Revoke an API key.',
    arguments: ['<id>'],
    async run(session, { arguments: [id = ''] }) {
      if (!session.options.isDryRun) await (await signedIn(session)).revokeKey({ id })
      return { json: { id, revoked: !session.options.isDryRun }, text: `Revoked ${id}.` }
    },
  },
]

function scopesOf(text = 'api:*'): Scope[] {
  return text.split(',') as Scope[]
}

/** Keys are managed with a session of the wallet, or with a key that has that right. */
async function signedIn(session: Session) {
  return session.hasSigner ? createClient({ url: session.url, wallet: await session.signer() }) : session.client
}

async function fromWallet(
  session: Session,
  { name = 'slipway cli', scopes }: Readonly<Record<string, string | undefined>>,
) {
  const wallet = await session.signer()
  if (session.options.isDryRun) return { key: '', keyId: '', address: wallet.address }
  const client = createClient({ url: session.url, wallet })
  const { key = '', record } = await client.createKey({ name, scopes: scopesOf(scopes) })
  return { key, keyId: record.id, address: wallet.address }
}

async function fromInput({ terminal }: Session) {
  const key = (await terminal.readInput()).trim()
  if (!/^svc_sk_\S+$/.test(key)) throw new UsageError('Send an API key (svc_sk_…) on standard input.')
  return { key, keyId: '', address: '' }
}
