import { globSync, readFileSync } from 'node:fs'
import { findBubblewrap } from './findBubblewrap.ts'
import { findChromium } from './findChromium.ts'
import { run } from './run.ts'

/** A program outside npm that some test files need. */
export type SystemTool = {
  name: string
  install: string
  /** The imports by which a test file is recognised. */
  neededBy: RegExp
  find(): Promise<string | undefined>
  /** Whether CI may do without it: the file adds assurance, or tests an option that nothing else needs. */
  isOptional?: true
}

export const TOOLS: readonly SystemTool[] = [
  {
    name: 'bubblewrap',
    install: 'apt-get install -y bubblewrap',
    neededBy: /setup\/boxes\/(?:attempt|boxesService)\.ts'|=== 'bwrap'/,
    find: findBubblewrap,
  },
  {
    name: 'Chromium',
    install: 'apt-get install -y chromium-headless-shell, or set CHROMIUM',
    neededBy: /setup\/web\/openSite\.ts'/,
    find: findChromium,
  },
  {
    name: 'Z3',
    install: 'apt-get install -y z3',
    neededBy: /execFile\)\('z3'/,
    find: async () => ((await run('z3', ['--version'], { isShown: false })).code === 0 ? 'z3' : undefined),
    isOptional: true,
  },
  {
    name: 'NATS',
    install: 'apt-get install -y nats-server',
    neededBy: /spawn\('nats-server'/,
    find: async () =>
      (await run('nats-server', ['--version'], { isShown: false })).code === 0 ? 'nats-server' : undefined,
    isOptional: true,
  },
]

export type SkippedFile = { file: string; tool: SystemTool }

/** The test files in these folders whose system tool is missing. A tool is looked for only if a file needs it. */
export async function skippedFiles(folders: readonly string[], tools = TOOLS): Promise<SkippedFile[]> {
  const files = globSync(folders.map((folder) => `${folder}/**/*.test.ts`)).toSorted()
  const skipped: SkippedFile[] = []
  for (const tool of tools) {
    const needing = files.filter((file) => tool.neededBy.test(readFileSync(file, 'utf8')))
    if (needing.length === 0 || (await tool.find()) !== undefined) continue
    skipped.push(...needing.map((file) => ({ file, tool })))
  }
  return skipped
}

export function inWords({ file, tool }: SkippedFile): string {
  return `Skipped: ${file} needs ${tool.name}. Install it: ${tool.install}.`
}
