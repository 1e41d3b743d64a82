import { readFile } from 'node:fs/promises'
import { createHardhatRuntimeEnvironment } from 'hardhat/hre'
import { readSources } from './compileContracts.ts'
import { copyContracts } from './copyContracts.ts'
import { type Branch, lineOf, markBranches } from './markBranches.ts'
import { quietForeignWarnings } from './quietForeignWarnings.ts'

// Runs the Solidity suites on contracts whose lines and branches are counted, and fails unless all were taken.

const ROOT = 'cache/coverage'
const COPY = `${ROOT}/contracts`

type Lines = Map<number, number>

const { sources, branches } = markBranches(await readSources())
const config = await copyContracts(ROOT, sources)

quietForeignWarnings()
const isGreen = await runSuites()
const files = parse(await readFile('coverage/lcov.info', 'utf8'))
const taken = files.get(`${COPY}/src/Branch.sol`) ?? new Map()
const problems = [...missedLines(), ...branches.flatMap(missedSides)]
for (const problem of problems) say(problem)
say(
  `coverage: ${isGreen ? 'suites passed' : 'suites FAILED'}, ${branches.length * 2} branches, ${problems.length} missed`,
)
process.exitCode = isGreen && problems.length === 0 ? 0 : 1

async function runSuites(): Promise<boolean> {
  const environment = await createHardhatRuntimeEnvironment(config, { coverage: true }, process.cwd())
  return (await environment.tasks.getTask(['test', 'solidity']).run({})).success
}

/** Hits of each counted line of each file, from a report in LCOV's form. */
function parse(report: string): Map<string, Lines> {
  const sections = report.split('end_of_record').filter((section) => section.includes('SF:'))
  return new Map(
    sections.map((section) => {
      const lines = [...section.matchAll(/^DA:(\d+),(\d+)$/gm)]
      return [/SF:(.*)/.exec(section)?.[1] ?? '', new Map(lines.map(([, line, hits]) => [Number(line), Number(hits)]))]
    }),
  )
}

function missedLines(): string[] {
  const counted = [...files].filter(([path]) => path.startsWith(`${COPY}/src/`) && !path.endsWith('/Branch.sol'))
  return counted.flatMap(([path, lines]) =>
    [...lines].filter(([, hits]) => hits === 0).map(([line]) => `${path.slice(ROOT.length + 1)}:${line} was not run`),
  )
}

function missedSides({ path, line, text }: Branch, index: number): string[] {
  return [true, false]
    .filter((side) => !taken.get(lineOf(index, side)))
    .map((side) => `${path}:${line} \`${text}\` was never ${side}`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
