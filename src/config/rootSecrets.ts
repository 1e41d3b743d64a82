import { randomBytes } from 'node:crypto'
import { access, constants, link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { RootSecrets } from '#core/derive.ts'

type Given = { SECRET: string | undefined; SECRET_PREVIOUS: string | undefined; DATA_DIR: string }

/** The root that all own secrets derive from: configured, or made once and kept in the data folder. */
export async function rootSecrets({ SECRET, SECRET_PREVIOUS, DATA_DIR }: Given): Promise<RootSecrets> {
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
    throw new Error(`${file} is damaged. Restore it, or remove it: keys and sessions made with it then end.`)
  return text
}

function unusable(file: string, error: NodeJS.ErrnoException): Error {
  if (['ENOTDIR', 'EACCES', 'EPERM', 'EROFS'].includes(error.code ?? ''))
    return new Error(`${dirname(file)} is no folder we may use. Set DATA_DIR to one, or make it readable and writable.`)
  return new Error(`Cannot keep the secret in ${file}: ${error.code}. Repair that, or set SECRET.`, { cause: error })
}

/** A folder that can be read and not written has one thing wrong with it. */
function readOnly(folder: string, error: NodeJS.ErrnoException): Error {
  if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code ?? '')) return unusable(join(folder, 'secret'), error)
  return new Error(`The data folder ${folder} is read-only. Make it writable, or set DATA_DIR to another.`)
}

function isReadable(folder: string): Promise<boolean> {
  return access(folder, constants.R_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
}

/** Written whole under another name first, so that a crash never leaves half a secret, and never over another's. */
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
