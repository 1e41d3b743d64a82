import { z } from 'zod'
import { requireBox } from '#boxes/actions/requireBox.ts'
import { useFiles } from '#boxes/actions/useFiles.ts'
import type { Context } from '#boxes/Context.ts'
import { BoxId, FilePath, storableText } from '#boxes/wire/requests.ts'
import { FileAnswer, FileEncoding } from '#boxes/workspace/fileRequest.ts'
import { FILE_BYTES_MAX } from '#boxes/workspace/Workspace.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

const Request = z
  .strictObject({
    boxId: BoxId,
    path: FilePath.min(1),
    content: storableText().max(Math.ceil(1.4 * FILE_BYTES_MAX)),
    encoding: FileEncoding.default('utf8').meta({ description: 'The encoding of `content`. Default: utf8' }),
  })
  .refine(({ content, encoding }) => encoding !== 'base64' || isBase64(content), {
    path: ['content'],
    message: 'must be base64 with padding',
  })

/** Node skips invalid characters, so a text is base64 only if it round-trips. */
function isBase64(text: string): boolean {
  return Buffer.from(text, 'base64').toString('base64') === text
}

export function writeFile(context: Context): Operation {
  return define({
    name: 'writeBoxFile',
    method: 'PUT',
    path: '/api/boxes/{boxId}/files',
    tag: 'boxes',
    summary: 'Write a file of a box; creates missing folders.',
    access: session('box:write'),
    limit: 'write',
    errors: ['not_found', 'failed_precondition', 'unavailable'],
    maxBodyBytes: 2 * FILE_BYTES_MAX,
    request: Request,
    response: FileAnswer,
    handle: async ({ boxId, ...file }, call) =>
      useFiles(context, await requireBox(context, boxId, call), { kind: 'write', ...file }),
  })
}
