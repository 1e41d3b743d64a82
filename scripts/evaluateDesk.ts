import { evaluateModel, type Score } from './desk/evaluateModel.ts'

/** `npm run desk:evaluate`: how well the desk understands phrasings it was not trained on. */
const { byIntent, heldOut, byHand, slots, unseen, wrong } = evaluateModel()
const share = ({ right, all }: Score) =>
  `${right}/${all}`.padStart(12) + `${((right / all) * 100).toFixed(1)} %`.padStart(10)
const row = (name: string, score: Score) => process.stdout.write(`${name.padEnd(28)}${share(score)}\n`)

for (const [intent, score] of byIntent) row(intent, score)
row('held-out phrasings', heldOut)
row('  written by hand', byHand)
row('  values found', slots)
row('unseen questions', unseen)
for (const { text, intent, guess } of wrong) process.stdout.write(`  ${intent}, read as ${guess}: ${text}\n`)
