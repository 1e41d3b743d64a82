import { join } from 'node:path'

/** Where a box finds the Node.js that the service runs on. */
export const NODE_INSIDE = '/runtime/node'
/** Where a box finds this repository's code. */
export const CODE_INSIDE = '/slipway'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const PARTS = ['src', 'node_modules', 'package.json']

/** What of ours every box may read, by where it is: the code, never the data folder. */
export const SHARED_FILES: Readonly<Record<string, string>> = {
  [process.execPath]: NODE_INSIDE,
  ...Object.fromEntries(PARTS.map((part) => [join(ROOT, part), `${CODE_INSIDE}/${part}`])),
}

/** The same path outside, for a program that runs without a sandbox. */
export function pathOutside(path: string): string {
  if (path === NODE_INSIDE) return process.execPath
  return path.startsWith(`${CODE_INSIDE}/`) ? join(ROOT, path.slice(CODE_INSIDE.length)) : path
}
