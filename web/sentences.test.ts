import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** Beginnings of unclear sentences that were rewritten. */
const ODD = [
  'Who sells late',
  'who waits pays less',
  'Being first is worth nothing',
  'Programs will be first',
  'A token costs now',
  'You buy nothing at first',
  'also in an opening',
  'Something above needs a change',
  'the whole transaction in words',
  'The curve is full with it',
  'Beyond that it does not go through',
  'Prepared on the newest block',
  'The position is a token in your wallet',
  'you hold ETH alone',
  'never without limit',
  'A signature that moves nothing',
  'Its number is gone for good',
  'waits below the price',
  'You only look',
  'Keep this pool',
  'All of it is replaced',
  'You need no right for it',
  'sets the line in motion',
  'You are reading. Take a seat',
  'Reading needs nothing',
  'Nobody is in yet',
  'No room is like that',
  'Give the voice back',
  'are kept out',
  'They lose the seat',
  'Nobody can post again',
  'since it has been sent',
  'that wears id',
  'and it should not',
  'did not get through',
  'Not here: The command',
  'Nothing is at this address',
  'survives a loss of power',
]

async function sourcesOf(folder: string): Promise<string> {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const wanted = paths.filter((path) => /\.tsx?$/.test(path) && !/dist\/|\.test\./.test(path))
  return (await Promise.all(wanted.map((path) => readFile(path, 'utf8')))).join('\n')
}

test('no page says a sentence that readers stumbled over', async () => {
  const folders = ['web', 'src/site', 'src/arena', 'src/boxes', 'src/launchpad', 'src/liquidity', 'src/core']
  const sources = (await Promise.all(folders.map(sourcesOf))).join('\n').replaceAll(/\s+/g, ' ')
  expect(ODD.filter((sentence) => sources.includes(sentence))).toEqual([])
})
