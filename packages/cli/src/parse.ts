import { type Command, GLOBAL, type Input, type Option } from './Command.ts'
import { UsageError } from './UsageError.ts'

export type Parsed = { words: string[]; input: Omit<Input, 'arguments'> }

/** Splits a command line into words and options; every option must be known. */
export function parse(line: readonly string[], known: Readonly<Record<string, Option>>): Parsed {
  const words: string[] = []
  const options: Record<string, string> = {}
  const flags = new Set<string>()
  const rest = [...line]
  for (let part = rest.shift(); part !== undefined; part = rest.shift()) {
    if (part === '--') words.push(...rest.splice(0))
    else if (part === '-h') flags.add('help')
    else if (!part.startsWith('--')) words.push(part)
    else readOption(part.slice(2), rest, { known, options, flags })
  }
  return { words, input: { options, flags } }
}

type Target = { known: Readonly<Record<string, Option>>; options: Record<string, string>; flags: Set<string> }

function readOption(text: string, rest: string[], { known, options, flags }: Target): void {
  const [name = '', ...given] = text.split('=')
  const option = known[name]
  if (!option) throw new UsageError(`--${name} is not a known option. See slipway help.`)
  if (option.value === undefined) return void flags.add(name)
  const value = given.length > 0 ? given.join('=') : rest.shift()
  if (value === undefined) throw new UsageError(`--${name} needs a value: --${name} <${option.value}>.`)
  options[name] = value
}

/** The command whose words begin the line; the longest name wins. */
export function findCommand(commands: readonly Command[], words: readonly string[]): Command | undefined {
  const fits = commands.filter(({ name }) => name.split(' ').every((word, index) => words[index] === word))
  return fits.toSorted((one, other) => other.name.length - one.name.length)[0]
}

/** Every option that some command takes, to read a line before its command is known. */
export function allOptions(commands: readonly Command[]): Readonly<Record<string, Option>> {
  return Object.assign({}, ...commands.map(({ options = {} }) => options), GLOBAL)
}

/** The arguments after the command's words; throws if one is missing or too many are given. */
export function argumentsOf({ name, arguments: wanted = [] }: Command, words: readonly string[]): string[] {
  const given = words.slice(name.split(' ').length)
  const isOpen = wanted.at(-1)?.includes('…') === true
  const missing = wanted.filter((one) => one.startsWith('<'))[given.length]
  if (missing !== undefined)
    throw new UsageError(`${missing} is missing. Usage: slipway ${[name, ...wanted].join(' ')}`)
  if (!isOpen && given.length > wanted.length)
    throw new UsageError(
      `${given[wanted.length]} is one argument too many. Usage: slipway ${[name, ...wanted].join(' ')}`,
    )
  if (!isOpen) return given
  return [...given.slice(0, wanted.length - 1), given.slice(wanted.length - 1).join(' ')]
}
