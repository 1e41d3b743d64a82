import { commands } from '../../packages/cli/src/commands.ts'
import { run } from '../../packages/cli/src/run.ts'
import type { Terminal } from '../../packages/cli/src/Terminal.ts'

export type CliResult = { code: number; out: string; notes: string }

type Options = {
  env?: Record<string, string>
  /** Standard input. */
  input?: string
  /** The answers of a person at a terminal; without them there is none. */
  answers?: string[]
  signal?: AbortSignal
}

/** Runs a command line of the CLI in this process. */
export async function cli(
  line: readonly string[],
  { env = {}, input = '', answers, signal }: Options = {},
): Promise<CliResult> {
  const out: string[] = []
  const notes: string[] = []
  const answer = async (question: string) => {
    notes.push(question)
    return answers?.shift() ?? ''
  }
  const terminal: Terminal = {
    print: (text) => void out.push(text),
    note: (text) => void notes.push(text),
    isInteractive: answers !== undefined,
    ask: answer,
    askSecret: answer,
    readInput: async () => input,
  }
  const code = await run(line, { env, terminal, signal: signal ?? new AbortController().signal, commands })
  return { code, out: out.join('\n'), notes: notes.join('\n') }
}
