import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openParts } from './archive.ts'
import { restoreEntries } from './restoreEntries.ts'
import { readTar, writeTar } from './tar.ts'

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function entriesOf(tar: Buffer, size = 512) {
  const entries = []
  for await (const entry of readTar(inPieces(tar, size))) {
    const extents = await Array.fromAsync(entry.content())
    entries.push({
      path: String(entry.path),
      kind: entry.kind,
      text: Buffer.concat(extents.map(({ bytes }) => bytes)).toString(),
    })
  }
  return entries
}

test.each(['a', 'ünïcödé/файл', `${'long/'.repeat(60)}end`])(
  'a file is read back as it was written: %s',
  async (path) => {
    for (const size of [1, 100, 512, 10_000])
      expect(await entriesOf(writeTar(path, Buffer.from('content')), size)).toEqual([
        { path, kind: 'file', text: 'content' },
      ])
  },
)

test.each(['/etc/passwd', '../x', 'a/../../x'])('an archive with the path %s is not unpacked', async (path) => {
  const entries = readTar(inPieces(writeTar(path, Buffer.from('x')), 512))
  await expect(restoreEntries({} as never, entries)).rejects.toThrow(/leads out of the workspace/)
})

test('an archive that is cut off, damaged, or larger than the workspace is refused', async () => {
  const tar = writeTar('a', Buffer.alloc(2_000))
  await expect(entriesOf(tar.subarray(0, 2_048))).rejects.toThrow(/cut off/)
  const damaged = Buffer.from(tar)
  damaged[3] = 0x41
  await expect(entriesOf(damaged)).rejects.toThrow(/damaged/)
  await expect(Array.fromAsync(openParts([gzipSync(Buffer.alloc(40_000_000))], 1_000))).rejects.toThrow(/larger/)
  await expect(Array.fromAsync(openParts([gzipSync(tar).subarray(0, 30)], 10_000))).rejects.toThrow()
})
