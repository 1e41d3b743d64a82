import { expect, test } from 'vitest'
import { classify } from '#agents/desk/language/classify.ts'
import { digest, scales } from '#agents/desk/language/model.generated.ts'
import { evaluateModel, type Score } from '../../scripts/desk/evaluateModel.ts'
import { DIRECTORY, readPhrasings } from '../../scripts/desk/phrasings.ts'
import { trainModel } from '../../scripts/desk/trainModel.ts'

const isDeep = process.env['DEEP'] === '1'
const share = ({ right, all }: Score) => right / all
const phrasings = readPhrasings()

test('the weights belong to the phrasings', () => expect(digest).toBe(phrasings.digest))

test.runIf(isDeep)('training again gives the same classifier', { timeout: 600_000 }, () => {
  const again = trainModel(phrasings)
  expect(again.scales).toEqual(scales)
  const names = again.intents.map(({ name }) => name)
  for (const { text } of phrasings.lines.filter(({ isHeldOut }) => isHeldOut))
    expect(classify(text, DIRECTORY, { ...again, names })).toEqual(classify(text, DIRECTORY))
})

test('understands phrasings that were kept out of training, and questions written later', () => {
  const { heldOut, byHand, slots, unseen, byIntent } = evaluateModel()
  expect(heldOut.all).toBeGreaterThan(2500)
  expect(unseen.all).toBeGreaterThan(150)
  expect(byIntent.size).toBe(phrasings.intents.length)
  expect(share(heldOut)).toBeGreaterThan(0.93)
  expect(share(byHand)).toBeGreaterThan(0.75)
  expect(share(slots)).toBeGreaterThan(0.95)
  expect(share(unseen)).toBeGreaterThan(0.9)
})
