import { chmod, copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../process.ts'

const SOURCE = join(import.meta.dirname, 'recallingAgent.mjs')

/** A folder of installed agents that holds the recalling agent under the command `recalling-agent`. */
export async function installedAgent(): Promise<Awaited<ReturnType<typeof temporaryFolder>>> {
  const folder = await temporaryFolder()
  const programs = join(folder.path, 'node_modules', '.bin')
  await mkdir(programs, { recursive: true })
  await copyFile(SOURCE, join(programs, 'recalling-agent'))
  for (const path of [folder.path, join(folder.path, 'node_modules'), programs, join(programs, 'recalling-agent')])
    await chmod(path, 0o755)
  return folder
}
