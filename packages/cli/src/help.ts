import { type Command, GLOBAL, type Option } from './Command.ts'
import { EXIT_CODES } from './exitCodes.ts'

/** The list of commands. */
export function overview(commands: readonly Command[]): string {
  const lines = commands.map(({ name, arguments: wanted = [], summary }) => [
    `  ${[name, ...wanted].join(' ')}`,
    summary,
  ])
  const codes = Object.entries(EXIT_CODES).map(([code, meaning]) => [`  ${code}`, meaning])
  return [
    'slipway: launch and trade tokens, provide liquidity, and talk to agents.',
    '',
    ...columns(lines),
    '',
    'Options of every command:',
    ...optionLines(GLOBAL),
    '',
    'Secrets come from the environment or a prompt, never from arguments: SLIPWAY_KEY (API key),',
    'SLIPWAY_PRIVATE_KEY or SLIPWAY_KEYSTORE with SLIPWAY_PASSWORD (signing).',
    '',
    'Exit codes:',
    ...columns(codes),
  ].join('\n')
}

/** How one command is used. */
export function usage({ name, arguments: wanted = [], summary, options = {}, example }: Command): string {
  return [
    `slipway ${[name, ...wanted].join(' ')}`,
    `  ${summary}`,
    ...(Object.keys(options).length > 0 ? ['', ...optionLines(options)] : []),
    ...(example === undefined ? [] : ['', `  Example: slipway ${example}`]),
    '',
    'Options of every command:',
    ...optionLines(GLOBAL),
  ].join('\n')
}

function optionLines(options: Readonly<Record<string, Option>>): string[] {
  return columns(
    Object.entries(options).map(([name, { value, summary }]) => [
      `  --${name}${value === undefined ? '' : ` <${value}>`}`,
      summary,
    ]),
  )
}

/** Rows with equally wide first columns. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(0, ...rows.map(([first = '']) => first.length))
  return rows.map(([first = '', ...rest]) => [first.padEnd(width), ...rest].join('  ').trimEnd())
}
