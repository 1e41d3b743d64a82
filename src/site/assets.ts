import { existsSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { ApiError } from '#core/ApiError.ts'

/** The files of the built site, whose names contain a hash of their content. */
export type Assets = {
  /** The URL of a file, by its name in the source. */
  urlOf(source: string): string
  scriptsOf(entry: string): { url: string; imports: string[] }
}

type Chunk = { file: string; name?: string; src?: string; isEntry?: boolean; imports?: string[] }
type Chunks = Record<string, Chunk>

export const ASSETS_PATH = '/assets'

/** The site that `npm run build` wrote to `folder`; the manifest is read with the first page. */
export function createAssets(folder: string): Assets {
  let chunks: Chunks | undefined
  const load = () => {
    chunks ??= readManifest(folder)
    return chunks
  }
  const url = (file: string) => `${ASSETS_PATH}/${file}`
  return {
    urlOf(source) {
      const known = Object.values(load()).find((chunk) => namesOf(chunk).includes(source))
      return url(known?.file ?? source)
    },
    scriptsOf(entry) {
      const all = load()
      const key = Object.keys(all).find((name) => all[name]?.isEntry && all[name].name === entry)
      if (key === undefined) throw new Error(`The built site has no entry ${entry}.`)
      const [own = '', ...imports] = reach(all, key)
      return { url: url(own), imports: imports.map(url) }
    },
  }
}

/** A built file is found by the name of its source or of its entry. */
function namesOf({ src, name, file }: Chunk): string[] {
  return [src === undefined ? '' : basename(src), `${name}${extname(file)}`]
}

/** The file of a chunk, then those of its static imports. */
function reach(chunks: Chunks, key: string, seen = new Set<string>()): string[] {
  const chunk = chunks[key]
  if (!chunk || seen.has(key)) return []
  seen.add(key)
  return [chunk.file, ...(chunk.imports ?? []).flatMap((name) => reach(chunks, name, seen))]
}

function readManifest(folder: string): Chunks {
  const manifest = join(folder, 'manifest.json')
  if (!existsSync(manifest)) throw new ApiError('unavailable', 'The web pages are not built. Run npm run build.')
  return JSON.parse(readFileSync(manifest, 'utf8')) as Chunks
}
