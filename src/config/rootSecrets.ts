import { randomBytes } from 'node:crypto'
import { access, constants, link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { RootSecrets } from '#core/derive.ts'

type Variables = { SECRET: string | undefined; SECRET_PREVIOUS: string | undefined; DATA_DIR: string }

/** The root of all derived secrets: configured, or generated once in the data folder. */
export async function rootSecrets({ SECRET, SECRET_PREVIOUS, DATA_DIR }: Variables): Promise<RootSecrets> {
  const current = Buffer.from(SECRET ?? (await ownSecret(DATA_DIR)))
  return SECRET_PREVIOUS ? { current, previous: Buffer.from(SECRET_PREVIOUS) } : { current }
}

async function ownSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret')
  return (await read(file)) ?? (await create(file, dataDir))
}

async function read(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw unusable(file, error)
  })
  if (text !== undefined && text.length < 32)
    throw new Error(`${file} is damaged. Restore it, or remove it: that ends all keys and sessions.`)
  return text
}

function unusable(file: string, error: NodeJS.ErrnoException): Error {
  if (['ENOTDIR', 'EACCES', 'EPERM', 'EROFS'].includes(error.code ?? ''))
    return new Error(
      `${dirname(file)} is not a usable folder. Make it readable and writable, or set DATA_DIR to another folder.`,
    )
  return new Error(`Cannot store the secret in ${file}: ${error.code}. Fix that, or set SECRET.`, { cause: error })
}

function readOnly(folder: string, error: NodeJS.ErrnoException): Error {
  if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code ?? '')) return unusable(join(folder, 'secret'), error)
  return new Error(`The data folder ${folder} is read-only. Make it writable, or set DATA_DIR to another folder.`)
}

function isReadable(folder: string): Promise<boolean> {
  return access(folder, constants.R_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
}

/** Writes a draft and links it, so that a crash leaves no partial secret and an existing secret is never overwritten. */
async function create(file: string, dataDir: string): Promise<string> {
  const refuse = async (error: NodeJS.ErrnoException) => {
    throw (await isReadable(dataDir)) ? readOnly(dataDir, error) : unusable(file, error)
  }
  await mkdir(dataDir, { recursive: true }).catch(refuse)
  const draft = `${file}.${process.pid}`
  await writeFile(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true }).catch(refuse)
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(draft)
  return readFile(file, 'utf8')
}
