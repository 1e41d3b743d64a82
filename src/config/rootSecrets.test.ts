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

test('uses the configured secrets and writes nothing', async () => {
  const given = { SECRET: 's'.repeat(32), SECRET_PREVIOUS: 'p'.repeat(32), DATA_DIR: join(folder, 'none') }
  expect(await rootSecrets(given)).toEqual({
    current: Buffer.from(given.SECRET),
    previous: Buffer.from('p'.repeat(32)),
  })
  expect(await readdir(folder)).toEqual([])
})

test('generates a secret once, readable by its owner only', async () => {
  const [first, second] = [await made(join(folder, 'data')), await made(join(folder, 'data'))]
  expect(second).toEqual(first)
  expect(await readdir(join(folder, 'data'))).toEqual(['secret'])
  expect((await stat(join(folder, 'data', 'secret'))).mode & 0o777).toBe(0o600)
  expect(await readFile(join(folder, 'data', 'secret'), 'utf8')).toHaveLength(64)
})

describe('the error says what to do about', () => {
  test('a damaged secret', async () => {
    await writeFile(join(folder, 'secret'), 'short')
    await expect(made(folder)).rejects.toThrow(/is damaged\. Restore it, or remove it/)
  })

  test('a folder that is a file', async () => {
    await writeFile(join(folder, 'file'), '')
    await expect(made(join(folder, 'file'))).rejects.toThrow(/is not a usable folder\. .* DATA_DIR/)
  })

  test('a secret that cannot be written', async () => {
    await mkdir(join(folder, `secret.${process.pid}`))
    await expect(made(folder)).rejects.toThrow(/^Cannot store the secret in .*: EISDIR\. Fix that, or set SECRET\.$/)
  })

  test('a read-only folder', async () => {
    await chmod(folder, 0o555)
    await asOrdinaryUser(() => expect(made(folder)).rejects.toThrow(/^The data folder .* is read-only\. .* DATA_DIR/))
  })

  test('an unreadable folder', async () => {
    await chmod(folder, 0)
    await asOrdinaryUser(() => expect(made(folder)).rejects.toThrow(/is not a usable folder\. .* DATA_DIR/))
  })
})
