import { isStorable } from '#boxes/rules/storable.ts'
import { ApiError } from '#core/ApiError.ts'

const LENGTH_MAX = 1024
const NAME_BYTES_MAX = 255
const DEPTH_MAX = 32

/** The home folder of an agent behind the bridge, in its workspace, so that it is saved with it. */
export const HOME_FOLDER = '.home'

/** Throws for a path in the agent's home folder: settings that are planted there would run in its later sessions. */
export function requireOutsideHome(path: string): void {
  if (parsePath(path)[0] !== HOME_FOLDER) return
  throw new ApiError(
    'failed_precondition',
    `path is in ${HOME_FOLDER}, the home folder of the agent, which only the agent writes. Choose another path.`,
  )
}

/** The names in a path; throws for a path that could lead out of the workspace. The empty path is the workspace. */
export function parsePath(path: string): string[] {
  if (path === '' || path === '.') return []
  const names = path.split('/')
  if (path.length > LENGTH_MAX || names.length > DEPTH_MAX || !names.every(isName)) throw badPath(path)
  return names
}

function isName(name: string): boolean {
  if (name === '' || name === '.' || name === '..') return false
  return isStorable(name) && !name.includes('/') && Buffer.byteLength(name) <= NAME_BYTES_MAX
}

function badPath(path: string): ApiError {
  const shown = JSON.stringify(path.slice(0, 80))
  return new ApiError(
    'invalid_argument',
    `path must be relative to the workspace, such as notes/today.md, without a leading slash and without "..". Got ${shown}.`,
    { details: [{ type: 'field', value: 'path' }] },
  )
}
