import { closeSync, existsSync, openSync, readSync, realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import { NODE_INSIDE } from '#boxes/isolation/sharedFiles.ts'

const PROGRAM_FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin']
/** Where boxes see the folder of installed agents. */
const AGENTS_INSIDE = '/agents'

/** A program as a box starts it, and the folders it needs. */
export type FoundProgram = { command: string[]; mounts: Record<string, string> }

/** Finds a command in the folder of installed agents or on the machine. */
export function findProgram(command: string, agentsFolder: string | undefined): FoundProgram | undefined {
  const installed = agentsFolder && join(agentsFolder, 'node_modules', '.bin', command)
  if (installed && existsSync(installed)) return installedProgram(installed, agentsFolder)
  const paths = command.startsWith('/') ? [command] : PROGRAM_FOLDERS.map((folder) => join(folder, command))
  const path = paths.find((candidate) => existsSync(candidate))
  return path === undefined ? undefined : { command: started(path, path), mounts: {} }
}

function installedProgram(link: string, agentsFolder: string): FoundProgram {
  const folder = realpathSync(agentsFolder)
  const inside = join(AGENTS_INSIDE, relative(folder, realpathSync(link)))
  return { command: started(link, inside), mounts: { [folder]: AGENTS_INSIDE } }
}

/** Scripts run on the Node.js of the box, because that of the machine may be too old for them. */
function started(path: string, inside: string): string[] {
  return isNodeScript(path) ? [NODE_INSIDE, inside] : [inside]
}

function isNodeScript(path: string): boolean {
  const start = Buffer.alloc(64)
  try {
    const file = openSync(path, 'r')
    readSync(file, start)
    closeSync(file)
  } catch {
    // A program that only the box can read starts by itself.
    return false
  }
  return /^#!.*\bnode\b/.test(start.toString('latin1'))
}
