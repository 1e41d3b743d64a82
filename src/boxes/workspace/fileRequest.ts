import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { isStorable } from '#boxes/rules/storable.ts'
import * as Errors from '#core/ApiError.ts'
import { ApiError, type Code, type ErrorBody } from '#core/ApiError.ts'
import { withBuffer } from '#core/withBuffer.ts'
import { isNotAFolder } from './openBeneath.ts'
import { ENTRIES_MAX, type Workspace } from './Workspace.ts'
import { requireOutsideHome } from './WorkspacePath.ts'

export const FileEncoding = z.enum(['utf8', 'base64'])

/** A request to the files of a box; it travels through the database to the replica that runs the box. */
export type FileRequest =
  | { kind: 'read'; path: string }
  | { kind: 'write'; path: string; content: string; encoding: z.output<typeof FileEncoding> }

/** `save` packs all files into a new archive. */
export type HostRequest = FileRequest | { kind: 'save' }

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
    .meta({ description: `The entries of a folder, at most ${ENTRIES_MAX}.` }),
})
export type FileAnswer = z.output<typeof FileAnswer>

export async function runFileRequest(
  workspace: Pick<Workspace, 'list' | 'read'> & Partial<Pick<Workspace, 'write'>>,
  request: FileRequest,
): Promise<FileAnswer> {
  if (request.kind === 'write') {
    requireOutsideHome(request.path)
    const { path, content, encoding } = request
    return withBuffer(Buffer.byteLength(content, encoding), async (buffer) => {
      const size = buffer.write(content, encoding)
      await workspace.write?.(path, buffer.subarray(0, size))
      return { path, kind: 'file', size }
    })
  }
  const entries = await workspace
    .list(request.path)
    .catch((error) => (isNotAFolder(error) ? undefined : Promise.reject(error)))
  if (entries) {
    const listed = entries.map(({ modifiedAt, ...entry }) => ({ ...entry, modifiedAt: modifiedAt.toISOString() }))
    return { path: request.path, kind: 'folder', size: 0, entries: listed }
  }
  const content = await workspace.read(request.path, toContent)
  return { path: request.path, kind: 'file', ...content }
}

/** The text of a file, or base64 if it cannot be stored as text. */
function toContent(bytes: Buffer): Pick<FileAnswer, 'size' | 'content' | 'encoding'> {
  // Decoding bytes that are not UTF-8 takes a hundred times as long.
  const text = isUtf8(bytes) ? bytes.toString('utf8') : '\0'
  const isText = isStorable(text)
  const content = isText ? text : bytes.toString('base64')
  return { size: bytes.length, content, encoding: isText ? 'utf8' : 'base64' }
}

/** A failure as it is stored for the replica that asked. */
export function toStoredError(error: unknown): ErrorBody {
  return Errors.body(Errors.from(error))
}

export function fromStoredError(stored: ErrorBody): ApiError {
  return new ApiError(stored.code as Code, stored.message, stored.details ? { details: stored.details } : {})
}
