import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBundle, removeStaleBundles } from './createBundle.ts'
import { OCI_ENGINES } from './ociEngines.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bundles-'))
  vi.stubEnv('TMPDIR', folder)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

const limits = { memoryBytes: 2 ** 26, cpus: 1, processes: 10, workspaceBytes: 2 ** 20, files: 100 }
const program = { command: ['true'], environment: { KEY: 'a secret' }, limits }
const create = () => createBundle(OCI_ENGINES.runc, program, { user: 1, group: '/box', shared: {} })

test('the bundles of this service stay; those of an earlier one with the same process id are removed', async () => {
  await using own = await create()
  await using earlier = await create()
  await writeFile(join(earlier.path, 'owner'), '1')
  await removeStaleBundles()
  expect([own, earlier].map(({ path }) => existsSync(path))).toEqual([true, false])
})
