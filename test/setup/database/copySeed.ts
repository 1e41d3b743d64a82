import { inject } from 'vitest'
import { copyFolder } from './copyFolder.ts'

/** Gives a data folder a cluster that was made once for the whole run and never used, which is quicker than to make one. */
export function copySeed(dataDir: string): Promise<void> {
  return copyFolder(inject('seedFolder'), dataDir)
}
