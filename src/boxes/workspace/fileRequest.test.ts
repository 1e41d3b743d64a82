import { expect, test } from 'vitest'
import { ApiError } from '#core/ApiError.ts'
import { runFileRequest } from './fileRequest.ts'
import { notAFolder } from './openBeneath.ts'

const read = { kind: 'read', path: 'notes' } as const

test('a path that is not a folder is read as a file', async () => {
  const workspace = { list: () => Promise.reject(notAFolder('notes')), read: async () => Buffer.from('gm') }
  expect(await runFileRequest(workspace, read)).toMatchObject({ kind: 'file', content: 'gm', encoding: 'utf8' })
})

test('another failure to list is reported, even with a similar message', async () => {
  const failure = new ApiError('failed_precondition', '"notes" is not a folder.')
  const workspace = { list: () => Promise.reject(failure), read: async () => Buffer.from('gm') }
  await expect(runFileRequest(workspace, read)).rejects.toBe(failure)
})
