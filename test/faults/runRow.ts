import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Result } from './Result.ts'
import type { Row, Sabotage } from './rows.ts'

type Counts = { passed: number; failed: number }
type Running = Pick<Row, 'file' | 'tests'> & { folder: string; isSabotaged?: boolean }

const RUN_MS = 900_000
/** In a broken product, the event that a test waits for may never happen. */
const SABOTAGED_TEST_MS = 120_000
const LEFT_OUT = new Set(['node_modules', '.git', '.data'])

/** A copy of the project to break on purpose. */
export async function copyProject(): Promise<AsyncDisposable & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-sabotage-'))
  const filter = (path: string) => !LEFT_OUT.has(basename(path)) || dirname(resolve(path)) !== process.cwd()
  await cp('.', folder, { recursive: true, filter })
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** Runs the tests of a row in a copy of the project, then runs them again after breaking the copy on purpose. */
export async function runRow(row: Row, copy: string): Promise<Result> {
  const { id, injected, file, tests, sabotage } = row
  const from = performance.now()
  const counts = await runTests({ file, tests, folder: copy })
  const hasHeld = counts.failed === 0 && counts.passed > 0
  // Tests that fail in the unbroken copy would fail in the broken one for the same reason.
  const selfTest = hasHeld ? await selfTestOf(row, sabotage, copy) : 'not run'
  return {
    row: id,
    injected,
    state: hasHeld ? 'held' : 'failed',
    figures: `${counts.passed} tests passed, ${counts.failed} failed`,
    selfTest,
    seconds: Math.round((performance.now() - from) / 1_000),
  }
}

async function selfTestOf(
  { file, tests }: Row,
  { file: source, find, replace }: Sabotage,
  folder: string,
): Promise<Result['selfTest']> {
  const path = join(folder, source)
  const text = await readFile(path, 'utf8')
  if (text.split(find).length !== 2) throw new Error(`${source} does not have "${find}" exactly once`)
  await writeFile(
    path,
    text.replace(find, () => replace),
  )
  try {
    const { passed, failed } = await runTests({ file, tests, folder, isSabotaged: true })
    if (passed + failed === 0) return 'not run'
    return failed > 0 ? 'caught' : 'missed'
  } finally {
    await writeFile(path, text)
  }
}

/** Runs some tests of a file in a folder with the project. */
export async function runTests({ file, tests, folder, isSabotaged = false }: Running): Promise<Counts> {
  const report = join(await mkdtemp(join(tmpdir(), 'slipway-row-')), 'report.json')
  const args = ['run', '--maxWorkers=1', file, '-t', tests, '--reporter=json', `--outputFile=${report}`]
  const guard = isSabotaged ? [`--testTimeout=${SABOTAGED_TEST_MS}`, '--bail=1'] : []
  const vitest = join('node_modules', 'vitest', 'vitest.mjs')
  // The report says which tests failed; the exit code does not.
  await promisify(execFile)(process.execPath, [vitest, ...args, ...guard], { cwd: folder, timeout: RUN_MS }).catch(
    () => undefined,
  )
  const found = JSON.parse(await readFile(report, 'utf8').catch(() => '{}'))
  await rm(dirname(report), { recursive: true })
  return { passed: found.numPassedTests ?? 0, failed: found.numFailedTests ?? 0 }
}
