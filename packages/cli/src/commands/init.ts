import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Command } from '../Command.ts'
import { starterFiles } from '../starterFiles.ts'
import { UsageError } from '../UsageError.ts'

export const initCommand: Command = {
  name: 'init',
  summary: 'Create a small agent with tests: it watches launches, talks in a room and proposes trades.',
  arguments: ['<folder>'],
  options: { sdk: { value: 'spec', summary: 'The SDK to depend on, such as a tarball. Default: ^1.2.0.' } },
  example: 'init my-agent',
  async run({ options: { isDryRun } }, { arguments: [folder = ''], options }) {
    const files = starterFiles({ name: basename(resolve(folder)).toLowerCase(), sdk: options['sdk'] ?? '^1.2.0' })
    const present = await readdir(folder).catch(() => [])
    if (present.length > 0) throw new UsageError(`${folder} is not empty. Name a new folder.`)
    if (!isDryRun) {
      await mkdir(folder, { recursive: true })
      for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
    }
    const names = Object.keys(files)
    return {
      json: { folder, files: names },
      text: `${folder}: ${names.join(', ')}\nNext: cd ${folder} && npm install && npm test`,
    }
  },
}
