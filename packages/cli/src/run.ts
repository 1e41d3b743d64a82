import type { Command } from './Command.ts'
import { complete } from './completion.ts'
import { errorJson, exitCodeOf } from './exitCodes.ts'
import { overview, usage } from './help.ts'
import { type Environment, openSession, shown } from './openSession.ts'
import { allOptions, argumentsOf, findCommand, parse } from './parse.ts'
import type { Terminal } from './Terminal.ts'
import { UsageError } from './UsageError.ts'

export type World = { env: Environment; terminal: Terminal; signal: AbortSignal; commands: readonly Command[] }

/** Runs one command line; resolves to its exit code. */
export async function run(line: readonly string[], world: World): Promise<number> {
  const { terminal, commands } = world
  if (line[0] === '__complete') {
    terminal.print(complete(commands, line.slice(1)).join('\n'))
    return 0
  }
  try {
    return await runCommand(line, world)
  } catch (error) {
    const isJson = line.includes('--json')
    const message = error instanceof Error ? error.message : String(error)
    terminal.note(isJson ? JSON.stringify(errorJson(error)) : message)
    return world.signal.aborted ? 130 : exitCodeOf(error)
  }
}

async function runCommand(line: readonly string[], { commands, terminal, ...world }: World): Promise<number> {
  const { words, input } = parse(line, allOptions(commands))
  const command = findCommand(commands, words)
  if (!command) return withoutCommand(words, commands, terminal)
  if (input.flags.has('help')) {
    terminal.print(usage(command))
    return 0
  }
  parse(line, { ...allOptions([]), ...command.options })
  const given = argumentsOf(command, words)
  const session = await openSession({ ...world, terminal, input })
  const output = await command.run(session, { ...input, arguments: given })
  if (output) terminal.print(shown(output, session.options.isJson))
  return 0
}

function withoutCommand(words: readonly string[], commands: readonly Command[], terminal: Terminal): number {
  if (words.length > 0 && words[0] !== 'help') {
    const similar = commands.filter(({ name }) => name.split(' ')[0] === words[0]).map(({ name }) => name)
    const hint = similar.length > 0 ? `Use one of: ${similar.join(', ')}.` : 'See slipway help.'
    throw new UsageError(`${words.join(' ')} is not a command. ${hint}`)
  }
  const topic = findCommand(commands, words.slice(1))
  terminal.print(topic ? usage(topic) : overview(commands))
  return 0
}
