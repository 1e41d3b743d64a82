import { join } from 'node:path'

/** The service's Node.js, inside a box. */
export const NODE_INSIDE = '/runtime/node'
/** The code of this repository, inside a box. */
export const CODE_INSIDE = '/slipway'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const PARTS = ['src', 'node_modules', 'package.json']

/** Files of the service that every box may read, never the data folder: path outside to path inside. */
export const SHARED_FILES: Readonly<Record<string, string>> = {
  [process.execPath]: NODE_INSIDE,
  ...Object.fromEntries(PARTS.map((part) => [join(ROOT, part), `${CODE_INSIDE}/${part}`])),
}

/** The path outside, for a program that runs without a sandbox. */
export function pathOutside(path: string): string {
  if (path === NODE_INSIDE) return process.execPath
  return path.startsWith(`${CODE_INSIDE}/`) ? join(ROOT, path.slice(CODE_INSIDE.length)) : path
}
