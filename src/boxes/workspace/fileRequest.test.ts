import { expect, test } from 'vitest'
import { ApiError } from '#core/ApiError.ts'
import { runFileRequest } from './fileRequest.ts'
import { notAFolder } from './openBeneath.ts'
import type { Workspace } from './Workspace.ts'

const readGm: Workspace['read'] = async (_path, use) => use(Buffer.from('gm'))
const read = { kind: 'read', path: 'notes' } as const

test('a path that is not a folder is read as a file', async () => {
  const workspace = { list: () => Promise.reject(notAFolder('notes')), read: readGm }
  expect(await runFileRequest(workspace, read)).toMatchObject({ kind: 'file', content: 'gm', encoding: 'utf8' })
})

test('another failure to list is reported, even with a similar message', async () => {
  const failure = new ApiError('failed_precondition', '"notes" is not a folder.')
  const workspace = { list: () => Promise.reject(failure), read: readGm }
  await expect(runFileRequest(workspace, read)).rejects.toBe(failure)
})
