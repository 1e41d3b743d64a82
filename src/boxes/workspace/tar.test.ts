import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readArchive } from './archive.ts'
import { readTar, writeTar } from './tar.ts'

const archive = (change: (tar: Buffer) => void, path = 'a') => {
  const tar = writeTar([{ path, bytes: Buffer.from('x') }])
  change(tar)
  tar.fill(0x20, 148, 156)
  const sum = tar.subarray(0, 512).reduce((total, byte) => total + byte, 0)
  tar.write(sum.toString(8).padStart(6, '0'), 148)
  return gzipSync(tar)
}

test('an archive round-trips files and folders, also long paths and names in any script', () => {
  const entries = [
    { path: 'folder' },
    { path: 'folder/file.txt', bytes: Buffer.from('content') },
    { path: `${'long/'.repeat(40)}end`, bytes: Buffer.alloc(1_000, 7) },
    { path: 'ünïcödé/файл', bytes: Buffer.alloc(512) },
    { path: 'empty', bytes: Buffer.alloc(0) },
  ]
  expect([...readTar(writeTar(entries))]).toEqual(entries)
})

test.each([
  ['a symbolic link', '2'],
  ['a hard link', '1'],
  ['a character device', '3'],
  ['a block device', '4'],
  ['a pipe', '6'],
])('rejects an archive with %s', async (_, kind) => {
  await expect(
    readArchive(
      archive((tar) => tar.write(kind, 156)),
      1e6,
    ),
  ).rejects.toThrow(/link or a device/)
})

test.each(['/etc/passwd', '../x', 'a/../../x', 'a//b', './a', 'a/./b'])(
  'rejects an archive with the path %s',
  async (path) => {
    await expect(
      readArchive(
        archive(() => {}, path),
        1e6,
      ),
    ).rejects.toThrow(/leads out of the workspace/)
  },
)

test('rejects an archive that is cut off, damaged, or larger than the workspace', async () => {
  const tar = writeTar([{ path: 'a', bytes: Buffer.alloc(2_000) }])
  await expect(readArchive(gzipSync(tar.subarray(0, 1_024)), 1e6)).rejects.toThrow(/cut off/)
  const damaged = Buffer.from(tar)
  damaged[3] = 0x41
  await expect(readArchive(gzipSync(damaged), 1e6)).rejects.toThrow(/damaged/)
  await expect(readArchive(gzipSync(Buffer.alloc(40_000_000)), 1_000)).rejects.toThrow()
})
