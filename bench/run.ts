import { readdir } from 'node:fs/promises'
import type { Row } from './Row.ts'

const NOT_PROGRAMS = new Set(['run.ts', 'Row.ts'])

type Program = { run(parts: readonly string[]): Promise<Row[]> }

/** `npm run bench` runs every program of this folder; `npm run bench -- http lp` those named, `-- web:/launch:/pools` parts of one. */
async function main(given: readonly string[]): Promise<void> {
  const parts = new Map(given.map((words) => [words.split(':')[0] ?? '', words.split(':').slice(1)]))
  const names = [...parts.keys()]
  const files = await readdir(import.meta.dirname)
  const programs = files
    .filter((file) => file.endsWith('.ts') && !NOT_PROGRAMS.has(file))
    .map((file) => file.slice(0, -3))
  const unknown = names.filter((name) => !programs.includes(name))
  if (unknown.length > 0)
    throw new Error(`No bench is called ${unknown.join(', ')}. There are: ${programs.join(', ')}.`)
  let missed = 0
  for (const name of names.length > 0 ? names : programs) {
    process.stdout.write(`\n## ${name}\n`)
    const program: Program = await import(`./${name}.ts`)
    const rows = await program.run(parts.get(name) ?? [])
    process.stdout.write(`${table(rows)}\n`)
    missed += rows.filter(({ ok }) => ok === false).length
  }
  process.stdout.write(`\n${missed === 0 ? 'All targets reached.' : `${missed} targets missed.`}\n`)
  process.exitCode = missed === 0 ? 0 : 1
}

function table(rows: readonly Row[]): string {
  const cells = rows.map(({ name, ours, peer, unit, ratio, target = '', ok }) => [
    name,
    `${number(ours)} ${unit}`,
    peerCell(peer, unit),
    ratio === undefined ? '' : `${number(ratio)}×`,
    target,
    verdict(ok),
  ])
  const all = [['measure', 'ours', 'peer', 'ratio', 'target', ''], ...cells]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? []
  return all.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`).join('\n')
}

function peerCell(peer: Row['peer'], unit: string): string {
  if (peer === undefined) return ''
  return peer === 'not available' ? 'peer not available' : `${number(peer)} ${unit}`
}

function verdict(ok: boolean | undefined): string {
  if (ok === undefined) return ''
  return ok ? 'met' : 'MISSED'
}

function number(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return value.toPrecision(3)
}

await main(process.argv.slice(2))
