import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../process.ts'

type Given = { id: string; command: string } & Record<string, unknown>

/** A folder with templates of agents for tests. */
export async function templatesFolder(
  ...templates: readonly Given[]
): Promise<Awaited<ReturnType<typeof temporaryFolder>>> {
  const folder = await temporaryFolder()
  const described = {
    title: 'Tested',
    description: 'An agent of a test.',
    category: 'testing',
    openingMessage: 'Hello.',
  }
  for (const template of templates)
    await writeFile(join(folder.path, `${template.id}.json`), JSON.stringify({ ...described, ...template }))
  return folder
}
