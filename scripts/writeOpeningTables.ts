import { parseEther } from 'viem'
import * as Curve from '#launchpad/contract/Curve.ts'
import {
  breakEvenSecond,
  crowdAlone,
  type Outcome,
  rivalsBeforeCrowd,
  snipeCrowd,
  snipeToGraduation,
} from './openingModel.ts'
import { writeGenerated } from './writeGenerated.ts'

// Writes docs/opening.md, whose every figure comes from the model in openingModel.ts.

const SECONDS = 120
const SNIPES = ['0.01', '0.1', '0.5']
const MOMENTS = [0, 2, 10, 20, 40, 60, 100]
const CROWDS = ['0.05', '0.1', '0.3', '1']

await writeGenerated('docs/opening.md', document())

function document(): string {
  return `# How an opening works

<!-- Written by scripts/writeOpeningTables.ts; do not edit. -->

A creator can give a launch an opening of 60 to 3,600 seconds. A buy \`t\` seconds after the creation then gets

    out − ceil(out · s / 10000)    with  s = floor(9900 · (T − t) / T)

where \`out\` is the output of the same buy without an opening. The rest is burned; price, fee and refund are those of a plain buy, so
neither the creator nor the treasury gains from it. The creator's own first buy pays too, unless it is locked for at least 30 days. Sales
pay nothing.

An opening removes the reward for being **fast**, not the advantage of being **early**: a buyer at the end of the opening still buys at the
bottom of the curve. It is a Dutch auction over time. The tables below are a model; real people may behave differently.

All figures are in ETH, computed on the contract's arithmetic (\`src/launchpad/contract/Curve.ts\`) for an opening of ${SECONDS} seconds;
\`npx node scripts/writeOpeningTables.ts\` writes them.

## The first buyer, if the launch graduates

The buyer buys \`t\` seconds after creation, others fill the curve, and the buyer sells first in the pool.

${graduationTable()}

## The first buyer, if a crowd comes

The buyer buys for 0.1 ETH, a crowd buys for the amount below after the opening, and the buyer sells to the curve before the crowd does. The
last column is the first second at which the buyer does not lose.

${breakEvenTable()}

## The result of the crowd

The crowd buys for 1 ETH after the opening; earlier buyers sell first, then the crowd sells everything.

${crowdTable()}

The last line shows the cost of the fees. The crowd's price rises by the full ETH of earlier buyers, with or without an opening. An opening
changes how many tokens earlier buyers can sell to the crowd's disadvantage.

## Size of the steps

The surcharge falls once a second. Waiting for the last step saves this share of the tokens:

${stepTable()}

Below 60 seconds the steps would cause a race again. From 100 seconds on, the last steps are smaller than the trade fee.
`
}

function graduationTable(): string {
  const head = ['first buy', 'plain launch', ...MOMENTS.map((moment) => `t = ${moment}`)]
  const rows = SNIPES.map((value) => {
    const gain = (surcharge: number) => signed(snipeToGraduation(parseEther(value), surcharge))
    return [value, gain(0), ...MOMENTS.map((moment) => gain(Curve.surchargeBps(SECONDS, moment)))]
  })
  return table(head, rows)
}

function breakEvenTable(): string {
  const value = parseEther('0.1')
  const rows = CROWDS.map((crowd) => {
    const gain = (surchargeBps: number) => snipeCrowd({ value, surchargeBps, crowd: parseEther(crowd) }).early
    return [crowd, signed(gain(0)), `${breakEvenSecond(SECONDS, gain)} s`]
  })
  const sure = (surcharge: number) => snipeToGraduation(value, surcharge)
  rows.push(['graduation', signed(sure(0)), `${breakEvenSecond(SECONDS, sure)} s`])
  return table(['crowd', 'gain in a plain launch', 'no loss from'], rows)
}

function crowdTable(): string {
  const [value, crowd, unit] = [parseEther('0.1'), parseEther('1'), parseEther('0.01')]
  const asSoonAsItPays = (kind: 'tokens' | 'eth') => {
    const outcome = (surchargeBps: number) => snipeCrowd({ value, surchargeBps, crowd, kind })
    const moment = breakEvenSecond(SECONDS, (surchargeBps) => outcome(surchargeBps).early)
    return outcome(Curve.surchargeBps(SECONDS, moment))
  }
  const rows: [string, Outcome][] = [
    ['one buyer of 0.1 ETH, plain launch', snipeCrowd({ value, surchargeBps: 0, crowd })],
    ['the same with an opening, at the first second without a loss', asSoonAsItPays('tokens')],
    ['the same, if the surcharge were paid in ETH instead of burned', asSoonAsItPays('eth')],
    ['any number of rivals of 0.01 ETH, plain launch', rivalsBeforeCrowd(0, unit, crowd)],
    ['the same with an opening', rivalsBeforeCrowd(SECONDS, unit, crowd)],
    ['no one', crowdAlone(crowd)],
  ]
  return table(
    ['before the crowd', 'their gain', "crowd's result", "crowd's price (gwei)"],
    rows.map(([name, { early, crowd: result, crowdPrice }]) => [
      name,
      signed(early),
      signed(result),
      (Number(crowdPrice) / 1e9).toFixed(2),
    ]),
  )
}

function stepTable(): string {
  const lengths = [60, 100, 120, 300, 3_600]
  const saved = lengths.map((seconds) => `${(Curve.surchargeBps(seconds, seconds - 1) / 100).toFixed(2)} %`)
  return table(['opening', ...lengths.map((seconds) => `${seconds} s`)], [['last step', ...saved]])
}

function signed(wei: bigint): string {
  const text = (Number(wei) / 1e18).toFixed(3)
  return wei < 0n ? `−${text.slice(1)}` : `+${text}`
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
