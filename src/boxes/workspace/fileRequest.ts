import { z } from 'zod'
import * as Errors from '#core/ApiError.ts'
import { ApiError, type Code, type ErrorBody } from '#core/ApiError.ts'
import { ENTRIES_MAX, type Workspace } from './Workspace.ts'

export const FileEncoding = z.enum(['utf8', 'base64'])

/** What can be done with the files of a box; it travels through the database where another replica runs the box. */
export const FileWish = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read'), path: z.string() }),
  z.object({ kind: z.literal('write'), path: z.string(), content: z.string(), encoding: FileEncoding }),
])
export type FileWish = z.output<typeof FileWish>

export const FileAnswer = z.object({
  path: z.string(),
  kind: z.enum(['file', 'folder']),
  size: z.int(),
  content: z.string().optional(),
  encoding: FileEncoding.optional(),
  entries: z
    .array(
      z.object({ name: z.string(), kind: z.enum(['file', 'folder', 'other']), size: z.int(), modifiedAt: z.string() }),
    )
    .optional()
    .meta({ description: `Of a folder, at most ${ENTRIES_MAX}.` }),
})
export type FileAnswer = z.output<typeof FileAnswer>

/** Does it in the workspace. */
export async function performWish(
  workspace: Pick<Workspace, 'list' | 'read'> & Partial<Pick<Workspace, 'write'>>,
  wish: FileWish,
): Promise<FileAnswer> {
  if (wish.kind === 'write') {
    const bytes = Buffer.from(wish.content, wish.encoding)
    await workspace.write?.(wish.path, bytes)
    return { path: wish.path, kind: 'file', size: bytes.length }
  }
  const entries = await workspace
    .list(wish.path)
    .catch((error) => (isNoFolder(error) ? undefined : Promise.reject(error)))
  if (entries) {
    const listed = entries.map(({ modifiedAt, ...entry }) => ({ ...entry, modifiedAt: modifiedAt.toISOString() }))
    return { path: wish.path, kind: 'folder', size: 0, entries: listed }
  }
  const bytes = await workspace.read(wish.path)
  const text = bytes.toString('utf8')
  const isText = Buffer.from(text).equals(bytes)
  const content = isText ? text : bytes.toString('base64')
  return { path: wish.path, kind: 'file', size: bytes.length, content, encoding: isText ? 'utf8' : 'base64' }
}

/** The last step of a path is a file, or a link that reading will refuse. */
function isNoFolder(error: unknown): boolean {
  return error instanceof ApiError && /is no folder/.test(error.message)
}

/** A failure as it is kept for the replica that asked. */
export function toKept(error: unknown): ErrorBody {
  return Errors.body(Errors.from(error))
}

export function fromKept(kept: ErrorBody): ApiError {
  return new ApiError(kept.code as Code, kept.message, kept.details ? { details: kept.details } : {})
}
