import { z } from 'zod'
import { requireBox } from '#boxes/actions/requireBox.ts'
import { useFiles } from '#boxes/actions/useFiles.ts'
import type { Context } from '#boxes/Context.ts'
import { BoxId, FilePath } from '#boxes/wire/requests.ts'
import { FileAnswer } from '#boxes/workspace/fileRequest.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

export function readFiles(context: Context): Operation {
  return define({
    name: 'readBoxFile',
    method: 'GET',
    path: '/api/boxes/{boxId}/files',
    tag: 'boxes',
    summary: 'Read a file of a box, or list a folder.',
    description: 'While the box is not running, its saved files are read. Symbolic links are never followed.',
    access: session('box:read'),
    limit: 'read',
    errors: ['not_found', 'failed_precondition', 'unavailable'],
    request: z.strictObject({ boxId: BoxId, path: FilePath.default('') }),
    response: FileAnswer,
    handle: async ({ boxId, path }, call) =>
      useFiles(context, await requireBox(context, boxId, call), { kind: 'read', path }),
  })
}
