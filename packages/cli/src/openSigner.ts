import { readFile } from 'node:fs/promises'
import type { Hex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { readKeystore } from './readKeystore.ts'
import type { Terminal } from './Terminal.ts'
import { UsageError } from './UsageError.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Sources = { env: Environment; terminal: Terminal; keystore: string | undefined }

/** Whether there is a key to sign with. */
export function hasSigner({ env, keystore }: Pick<Sources, 'env' | 'keystore'>): boolean {
  return Boolean(keystore ?? env['SLIPWAY_KEYSTORE'] ?? env['SLIPWAY_PRIVATE_KEY'])
}

/** The account that signs: of a keystore file, or of a key in the environment. */
export async function openSigner({ env, terminal, keystore }: Sources): Promise<PrivateKeyAccount> {
  const file = keystore ?? env['SLIPWAY_KEYSTORE']
  if (file !== undefined) return privateKeyToAccount(await unlock(file, env, terminal))
  const key = env['SLIPWAY_PRIVATE_KEY']
  if (key === undefined)
    throw new UsageError('No key to sign with. Pass --keystore <file>, set SLIPWAY_PRIVATE_KEY, or use --unsigned.')
  if (!/^(0x)?[0-9a-fA-F]{64}$/.test(key)) throw new UsageError('SLIPWAY_PRIVATE_KEY must be 64 hexadecimal digits.')
  return privateKeyToAccount((key.startsWith('0x') ? key : `0x${key}`) as Hex)
}

async function unlock(file: string, env: Environment, terminal: Terminal): Promise<Hex> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`The keystore ${file} cannot be read.`)
  })
  const password = env['SLIPWAY_PASSWORD']
  if (password !== undefined) return readKeystore(text, password)
  if (!terminal.isInteractive) throw new UsageError('Set SLIPWAY_PASSWORD to the password of the keystore.')
  return readKeystore(text, await terminal.askSecret(`Password of ${file}: `))
}
