import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { deflateSync } from 'node:zlib'
import { readPhrasings } from './desk/phrasings.ts'
import { type Model, trainModel } from './desk/trainModel.ts'

// Trains the desk agent's classifier and writes its weights: `npm run desk:train`.
// With --check it writes nothing and fails if the weights belong to other phrasings.

const TARGET = new URL('../src/agents/desk/language/model.generated.ts', import.meta.url)
const LINE = 160

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const phrasings = readPhrasings()
if (!values.check) await writeFile(TARGET, sourceOf(trainModel(phrasings)))
else if (!(await readFile(TARGET, 'utf8').catch(() => '')).includes(phrasings.digest)) {
  process.stderr.write('src/agents/desk/language/model.generated.ts is out of date. Run: npm run desk:train\n')
  process.exitCode = 1
}

function sourceOf({ intents, lexicon, scales, weights, digest }: Model): string {
  const packed = deflateSync(weights, { level: 9 }).toString('base64')
  const groups = Object.groupBy([...lexicon.roots], ([, root]) => root)
  const roots = Object.entries(groups).map(([root, words = []]) => [root, ...words.map(([word]) => word)].join(' '))
  return [
    '// Written by scripts/trainDesk.ts from src/agents/desk/phrasings.',
    `export const digest = '${digest}'`,
    `export const intents = ${JSON.stringify(intents, null, 1)}`,
    `export const words = ${JSON.stringify([...lexicon.words].join(' '))}`,
    `export const acronyms = ${JSON.stringify([...lexicon.acronyms].join(' '))}`,
    `export const roots = ${JSON.stringify(roots.join('\n'))}`,
    `export const scales = ${JSON.stringify(scales)}`,
    `export const weights = \`\n${packed.match(new RegExp(`.{1,${LINE}}`, 'g'))?.join('\n')}\n\``,
    '',
  ].join('\n')
}
