import { z } from 'zod'
import { useFiles } from '#boxes/actions/useFiles.ts'
import { type BoxContext, requireBox } from '#boxes/Context.ts'
import { readLog } from '#boxes/store/logs.ts'
import { FileAnswer, FileEncoding } from '#boxes/workspace/fileRequest.ts'
import { FILE_BYTES_MAX } from '#boxes/workspace/Workspace.ts'
import { session } from '#core/Access.ts'
import * as Cursor from '#core/Cursor.ts'
import { define, type Operation } from '#core/Operation.ts'
import { PageLimit } from '#core/PageLimit.ts'
import { Timestamp } from '#core/wire.ts'
import { BoxId } from './boxes.ts'

const Line = z.object({ seq: z.int(), at: Timestamp, source: z.enum(['agent', 'service']), line: z.string() })

export function readLogs(context: BoxContext): Operation {
  return define({
    name: 'readBoxLogs',
    method: 'GET',
    path: '/api/boxes/{boxId}/logs',
    tag: 'boxes',
    summary: 'What happened to a box, and what its agent complained of.',
    description: 'Oldest first. `nextCursor` is always there: asked again later, it brings what came since.',
    access: session('box:read'),
    limit: 'read',
    errors: ['not_found'],
    request: z.strictObject({ boxId: BoxId, limit: PageLimit, cursor: z.string().max(200).optional() }),
    response: z.object({ lines: z.array(Line), nextCursor: z.string() }),
    async handle({ boxId, limit, cursor }, call) {
      const box = await requireBox(context, boxId, call)
      const scope = `box logs ${box.id}`
      const after = cursor === undefined ? 0 : Number(Cursor.decode(scope, cursor, /^\d{1,15}$/)[0])
      const lines = await readLog(context.store, box.id, { after, limit })
      const last = lines.at(-1)?.seq ?? after
      return { lines: lines.map(({ box_id: _, ...line }) => line), nextCursor: Cursor.encode(scope, [String(last)]) }
    },
  })
}

const Path = z
  .string()
  .max(1_024)
  .meta({ description: 'Beneath the workspace, such as notes/today.md; empty for its top.' })

export function readFiles(context: BoxContext): Operation {
  return define({
    name: 'readBoxFile',
    method: 'GET',
    path: '/api/boxes/{boxId}/files',
    tag: 'boxes',
    summary: 'Read a file of a box, or list a folder.',
    description: 'While the box rests, its saved files are read. Links are never followed.',
    access: session('box:read'),
    limit: 'read',
    errors: ['not_found', 'failed_precondition', 'unavailable'],
    request: z.strictObject({ boxId: BoxId, path: Path.default('') }),
    response: FileAnswer,
    handle: async ({ boxId, path }, call) =>
      useFiles(context, await requireBox(context, boxId, call), { kind: 'read', path }),
  })
}

export function writeFiles(context: BoxContext): Operation {
  return define({
    name: 'writeBoxFile',
    method: 'PUT',
    path: '/api/boxes/{boxId}/files',
    tag: 'boxes',
    summary: 'Write a file of a box; folders above it are made.',
    access: session('box:write'),
    limit: 'write',
    errors: ['not_found', 'failed_precondition', 'unavailable'],
    maxBodyBytes: 2 * FILE_BYTES_MAX,
    request: z.strictObject({
      boxId: BoxId,
      path: Path.min(1),
      content: z.string().max(Math.ceil(1.4 * FILE_BYTES_MAX)),
      encoding: FileEncoding.default('utf8'),
    }),
    response: FileAnswer,
    handle: async ({ boxId, ...file }, call) =>
      useFiles(context, await requireBox(context, boxId, call), { kind: 'write', ...file }),
  })
}
