import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { asOrdinaryUser } from '../../test/setup/asOrdinaryUser.ts'
import { rootSecrets } from './rootSecrets.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secret-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})

const made = (DATA_DIR: string) => rootSecrets({ SECRET: undefined, SECRET_PREVIOUS: undefined, DATA_DIR })

test('a configured secret is taken as it is, with the one before it, and nothing is written', async () => {
  const given = { SECRET: 's'.repeat(32), SECRET_PREVIOUS: 'p'.repeat(32), DATA_DIR: join(folder, 'none') }
  expect(await rootSecrets(given)).toEqual({
    current: Buffer.from(given.SECRET),
    previous: Buffer.from('p'.repeat(32)),
  })
  expect(await readdir(folder)).toEqual([])
})

test('without one it is made once and kept for its owner alone', async () => {
  const [first, second] = [await made(join(folder, 'data')), await made(join(folder, 'data'))]
  expect(second).toEqual(first)
  expect(await readdir(join(folder, 'data'))).toEqual(['secret'])
  expect((await stat(join(folder, 'data', 'secret'))).mode & 0o777).toBe(0o600)
  expect(await readFile(join(folder, 'data', 'secret'), 'utf8')).toHaveLength(64)
})

describe('one line says what to do about', () => {
  test('a damaged secret', async () => {
    await writeFile(join(folder, 'secret'), 'short')
    await expect(made(folder)).rejects.toThrow(/is damaged\. Restore it, or remove it/)
  })

  test('a folder that is a file', async () => {
    await writeFile(join(folder, 'file'), '')
    await expect(made(join(folder, 'file'))).rejects.toThrow(/is no folder we may use\. Set DATA_DIR/)
  })

  test('a secret that cannot be written', async () => {
    await mkdir(join(folder, `secret.${process.pid}`))
    await expect(made(folder)).rejects.toThrow(/^Cannot keep the secret in .*: EISDIR\. Repair that, or set SECRET\.$/)
  })

  test('a folder one may read and not write to is called read-only', async () => {
    await chmod(folder, 0o555)
    await asOrdinaryUser(() => expect(made(folder)).rejects.toThrow(/^The data folder .* is read-only\. .* DATA_DIR/))
  })

  test('a folder one may not even read', async () => {
    await chmod(folder, 0)
    await asOrdinaryUser(() => expect(made(folder)).rejects.toThrow(/is no folder we may use\. Set DATA_DIR/))
  })
})
