import { expect, test } from 'vitest'
import { isContracting } from '#database/migrate.ts'
import { migrations } from '../../src/app/createService.ts'

/** Steps from before versions had to run next to each other. */
const EARLIER = ['audit/0001-log', 'launchpad/feeBackedVolume', 'launchpad/halfOfAllFees']
const REMOVES = /\b(drop (table|column|constraint)|rename|set not null)\b/

test('a migration that removes or renames is named `module/contract-…`, so that an older version refuses it', () => {
  const removing = migrations.flatMap(Object.entries).filter(([, apply]) => REMOVES.test(String(apply)))
  const unnamed = removing.map(([name]) => name).filter((name) => !isContracting(name) && !EARLIER.includes(name))
  expect(unnamed).toEqual([])
})
