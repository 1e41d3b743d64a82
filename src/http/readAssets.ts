import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Asset } from '#core/Page.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
}

/** For files whose name contains a hash of their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
const FOR_AN_HOUR = 'public, max-age=3600'
const HASHED = /[-.][A-Za-z0-9_-]{8,}\.\w+$/

/**
 * Every file of a folder under a path, or those with one of `names`: `readAssets('dist/web/assets', '/assets')`. Empty when
 * the folder does not exist.
 */
export async function readAssets(folder: string, path: string, names?: readonly string[]): Promise<Asset[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const wanted = entries.filter((entry) => entry.isFile() && (names?.includes(entry.name) ?? true))
  const files = wanted.map(({ parentPath, name }) => join(parentPath, name))
  return Promise.all(files.toSorted().map((file) => readAsset(file, path + file.slice(folder.length))))
}

async function readAsset(file: string, path: string): Promise<Asset> {
  return {
    path: path.replaceAll('\\', '/'),
    contentType: TYPES[extname(file)] ?? 'application/octet-stream',
    bytes: await readFile(file),
    cacheControl: HASHED.test(file) ? IMMUTABLE : FOR_AN_HOUR,
  }
}
