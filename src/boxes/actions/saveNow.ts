import type { Context } from '#boxes/Context.ts'
import { type Archive, insertArchive } from '#boxes/store/archives.ts'
import type { Box } from '#boxes/store/boxes.ts'
import { askHost } from './useFiles.ts'

/** Packs the current files of a running box; undefined for a box that does not run, whose files are saved already. */
export async function saveNow(context: Context, box: Box): Promise<Archive | undefined> {
  if (box.host_id === null) return undefined
  const workspace = context.workspaceOf(box)
  if (!workspace) return askHost<Archive>(context, box, { kind: 'save' })
  return insertArchive(context.store, await (await workspace()).save())
}
