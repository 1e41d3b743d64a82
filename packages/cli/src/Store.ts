import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

export type Saved = { key: string; keyId: string; address: string }
type Environment = Readonly<Record<string, string | undefined>>

/** The credentials of `slipway login`, by origin, in a file that only its owner can read. */
export type Store = {
  path: string
  read(url: string): Promise<Saved | undefined>
  write(url: string, saved: Saved | undefined): Promise<void>
}

export function openStore(env: Environment): Store {
  const folder = env['XDG_CONFIG_HOME'] ?? join(env['HOME'] ?? homedir(), '.config')
  const path = join(folder, 'slipway', 'credentials.json')
  const readAll = async (): Promise<Record<string, Saved>> => JSON.parse(await readFile(path, 'utf8').catch(() => '{}'))
  return {
    path,
    read: async (url) => (await readAll())[new URL(url).origin],
    async write(url, saved) {
      const { [new URL(url).origin]: _, ...others } = await readAll()
      const all = saved ? { ...others, [new URL(url).origin]: saved } : others
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // Renamed, so that a crash leaves the old file or the new one.
      await writeFile(`${path}.new`, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 })
      await rename(`${path}.new`, path)
    },
  }
}
