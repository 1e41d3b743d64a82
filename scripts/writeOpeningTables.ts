import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
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

// Writes docs/opening.md, whose every figure comes from the model in openingModel.ts.
// With --check it writes nothing and fails when the file is not what the model gives.

const TARGET = new URL('../docs/opening.md', import.meta.url)
const SECONDS = 120
const SNIPES = ['0.01', '0.1', '0.5']
const MOMENTS = [0, 2, 10, 20, 40, 60, 100]
const CROWDS = ['0.05', '0.1', '0.3', '1']

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const content = document()
if (!values.check) await writeFile(TARGET, content)
else if ((await readFile(TARGET, 'utf8').catch(() => '')) !== content) {
  process.stderr.write('docs/opening.md is out of date. Run: npx node scripts/writeOpeningTables.ts\n')
  process.exitCode = 1
}

function document(): string {
  return `# What an opening does

<!-- Written by scripts/writeOpeningTables.ts; do not edit. -->

A creator may give a launch an opening of 60 to 3,600 seconds. A buy \`t\` seconds after the creation then gets

    out − ceil(out · s / 10000)    with  s = floor(9900 · (T − t) / T)

where \`out\` is what the same buy gets without an opening. The rest is burned; price, fee and refund are those of a plain buy, so
neither creator nor treasury gains by it. The creator's own first buy pays too, unless it is locked. Sales pay nothing.

It takes the gain of being **fast**, not that of being **early**: whoever buys when the opening ends still buys at the bottom of the
curve. It is a Dutch auction in time, and of the tables below none knows what real people do.

All figures are in ETH, computed on the contract's arithmetic (\`src/launchpad/contract/Curve.ts\`) for an opening of ${SECONDS} seconds;
\`npx node scripts/writeOpeningTables.ts\` writes them.

## The first buyer, if the launch graduates

It buys \`t\` seconds after creation, others fill the curve, and it sells first in the pool.

${graduationTable()}

## The first buyer, if a crowd comes

It buys for 0.1 ETH, a crowd buys for so much after the opening, and it sells to the curve before the crowd does. From the second
named here on it does not lose.

${breakEvenTable()}

## And what the crowd is left with

The crowd buys for 1 ETH after the opening; those before it sell first, then the crowd sells everything.

${crowdTable()}

The last line is the cost of the fees. The price that the crowd pays rises by the full ETH of those before it, with an opening or
without; what an opening changes is how many tokens can be sold against the crowd.

## How large the steps are

The surcharge falls once a second. Waiting for the last one saves

${stepTable()}

of the tokens. Below 60 seconds the steps would be a race again; from 100 seconds on the last ones are smaller than the trade fee.
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
    ['the same, opening, as soon as it does not lose', asSoonAsItPays('tokens')],
    ['the same, if the surcharge were ETH and went to somebody', asSoonAsItPays('eth')],
    ['any number of rivals of 0.01 ETH, plain launch', rivalsBeforeCrowd(0, unit, crowd)],
    ['the same, opening', rivalsBeforeCrowd(SECONDS, unit, crowd)],
    ['nobody', crowdAlone(crowd)],
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
