import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { packDirectly } from '#boxes/isolation/startTar.ts'
import { openArchive } from '#boxes/workspace/openArchive.ts'
import { type Workspace, workspaceAt } from '#boxes/workspace/Workspace.ts'
import { startBox } from '../setup/boxes/attempt.ts'
import { temporaryFolder } from '../setup/process.ts'

const toHex = (bytes: Buffer): string => bytes.toString('hex')

/** Everything that a file system holds besides plain files in shallow folders. */
const MAKE = `mkdir -p empty closed "$(printf 'deep/%.0s' $(seq 1 40))"
echo run > run.sh; chmod 751 run.sh; ln run.sh hard; ln -s run.sh link; ln -s /etc/passwd outside; ln -s missing dangling
echo hidden > closed/inside; mkfifo pipe; echo x > "$(printf 'two\\nlines')"; echo y > "$(printf 'not-\\377-utf8')"
mkdir "$(printf 'folder-\\376')"; echo z > "$(printf 'folder-\\376')/inside"
long=$(printf 'l%.0s' $(seq 1 120)); mkdir $long; echo one > $long/$long-1; echo two > $long/$long-2
perl -e 'open F, ">", "sparse"; seek F, 67108864, 0; print F "end"; close F; open F, ">", "holes"; for (0..39) { seek F, $_ * 16384, 0; print F "x$_" }'
mkdir readonly; echo kept > readonly/file; chmod 555 readonly
find . -exec touch -h -d @1000000000 {} +; chmod 0 closed`

const SHOW = `stat -c 'closed %a' closed; chmod 755 closed; stat -c 'sparse %b' sparse | sed 's/ [0-9]$/ few/; s/ [1-9][0-9]$/ few/'
find . ! -name . -printf '%P %y %m %n %l ' \\( -type d -printf 'folder' -o -printf '%s %Ts' \\) -printf '\\n' | LC_ALL=C sort
find . -type f -exec md5sum {} + | LC_ALL=C sort; stat -c %Y readonly empty`

const limits = { workspaceBytes: 2 * 2 ** 20, files: 1_000 }
const show = (path: string) => promisify(execFile)('sh', ['-c', SHOW], { cwd: path, encoding: 'latin1' })

test('a box gets back every file, link, mode and time that it had', async () => {
  const before = await startBox({ command: ['sh', '-c', `${MAKE}; echo made; cat`] })
  await once(before.stdout, 'data')
  const workspace = await before.workspace()
  const parts = await workspace.save()
  before.kill('enough')
  await before.exited
  expect(Buffer.concat(await workspace.save()).length).toBeGreaterThan(100)
  await before[Symbol.asyncDispose]()
  const output = async (prepare: string, restored: readonly Buffer[]) => {
    await using box = await startBox({ command: ['sh', '-c', `${prepare}; read go; ${SHOW}`] })
    if (restored.length > 0) await (await box.workspace()).restore(restored)
    box.stdin.end('go\n')
    return Buffer.concat(await box.stdout.toArray()).toString('latin1')
  }
  const expected = await output(MAKE, [])
  expect(expected).toContain('not-\xff-utf8')
  expect(await output('true', parts)).toBe(expected)
})

test('the same holds where files are written without tar, by a service that is not root', async () => {
  await using folder = await temporaryFolder()
  const at = async (name: string) => {
    await mkdir(join(folder.path, name))
    return workspaceAt(await open(join(folder.path, name)), { limits, pack: packDirectly })
  }
  using before = await at('before')
  using after = await at('after')
  await promisify(execFile)('sh', ['-c', MAKE.replace('mkfifo pipe;', '')], { cwd: join(folder.path, 'before') })
  await after.restore(await before.save())
  const [{ stdout: expected }, { stdout }] = [
    await show(join(folder.path, 'before')),
    await show(join(folder.path, 'after')),
  ]
  expect(stdout).toBe(expected)
})

test('files are written one after the other by one process, also after one that did not fit', async () => {
  await using box = await startBox({ command: ['sh', '-c', 'read go; cat full a b c deep/d'], limits })
  const workspace = await box.workspace()
  const full = workspace.write('full', Buffer.alloc(4 * 2 ** 20)).catch(String)
  const texts = { full: '', a: 'one\n', b: `${'12345\n'.repeat(100_000)}`, c: '', 'deep/d': 'é\0\n' }
  await Promise.all(Object.entries(texts).map(([path, text]) => workspace.write(path, Buffer.from(text))))
  expect(await full).toContain('The workspace is full.')
  box.stdin.end('go\n')
  expect(Buffer.concat(await box.stdout.toArray()).equals(Buffer.from(Object.values(texts).join('')))).toBe(true)
})

test('more files than a response lists are all saved, and no list is longer than a response', async () => {
  const limits = { files: 20_000 }
  const make = 'mkdir "many"; for (1..12_000) { open(my $f, ">", "many/f$_") or die } $| = 1; print "made\\n"; <STDIN>'
  await using box = await startBox({ command: ['perl', '-e', make], limits })
  await once(box.stdout, 'data')
  const running = await box.workspace()
  const parts = await running.save()
  const saved = openArchive(async () => ReadableStream.from(parts))
  expect([(await running.list('many')).length, (await saved.list('many')).length]).toEqual([1_000, 1_000])
  await using next = await startBox({ command: ['sh', '-c', 'read go; ls many | wc -l'], limits })
  await (await next.workspace()).restore(parts)
  next.stdin.end('go\n')
  expect(
    Buffer.concat(await next.stdout.toArray())
      .toString()
      .trim(),
  ).toBe('12000')
})

test('saved files are listed and read like those of a running box', async () => {
  await using box = await startBox({ command: ['sh', '-c', `${MAKE}; echo made; cat`] })
  await once(box.stdout, 'data')
  const running = await box.workspace()
  const parts = await running.save()
  const saved = openArchive(async () =>
    (async function* () {
      yield* parts
    })(),
  )
  const names = async (workspace: Pick<Workspace, 'list'>, path: string) =>
    (await workspace.list(path)).map(({ name, kind, modifiedAt }) => `${kind} ${name} ${modifiedAt.getTime()}`)
  for (const path of ['', 'deep/deep', 'empty', 'l'.repeat(120)])
    expect(await names(saved, path), path).toEqual(await names(running, path))
  for (const path of ['run.sh', 'hard', 'holes', `${'l'.repeat(120)}/${'l'.repeat(120)}-2`])
    expect(await saved.read(path, toHex), path).toBe(await running.read(path, toHex))
  for (const path of ['link', 'outside', 'pipe', 'sparse', 'missing', 'empty'])
    await expect(saved.read(path, toHex), path).rejects.toThrow()
  await expect(saved.list('run.sh')).rejects.toThrow(/is not a folder/)
  await expect(saved.list('missing')).rejects.toThrow(/There is no/)
})
