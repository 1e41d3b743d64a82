import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** With owners and rights, which a database looks at. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to])
}
