import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Operation } from '../../../sdk/src/Operation.ts'
import * as operations from '../../../sdk/src/operations.generated.ts'
import type { Command } from '../Command.ts'
import { SCRIPTS } from '../completion.ts'
import type { Session } from '../Session.ts'
import { UsageError } from '../UsageError.ts'

export const serviceCommands: readonly Command[] = [
  {
    name: 'explain',
    summary: 'Say what a transaction, typed data or a sign-in message does. Reads JSON from a file or standard input.',
    arguments: ['[file]'],
    async run({ client, terminal }, { arguments: [file] }) {
      const request = parseJson(
        file === undefined || file === '-' ? await terminal.readInput() : await readFile(file, 'utf8'),
      )
      const answer = await client.explain(request as operations.ExplainRequest)
      const warnings = answer.warnings.map(({ code, message }) => `! ${code}: ${message}`)
      return { json: answer, text: [answer.summary, ...warnings].flat().join('\n') }
    },
  },
  {
    name: 'status',
    summary: 'Show whether the service works, and where its documents are.',
    async run({ client, url }) {
      const [health, status] = await Promise.all([client.getHealth(), client.getDeveloperStatus()])
      return { json: { url, health, status }, text: `${url}: ${(health as { status?: string }).status ?? 'unknown'}` }
    },
  },
  {
    name: 'open',
    summary: 'Open a page of the service in the browser, and print its address.',
    arguments: ['[path]'],
    example: 'open launch',
    async run({ url, terminal, options }, { arguments: [path = ''] }) {
      const page = `${url}/${path.replace(/^\/+/, '')}`
      if (terminal.isInteractive && !options.isDryRun && !options.isJson) openPage(page)
      return { json: { page }, text: page }
    },
  },
  {
    name: 'call',
    summary: 'Call any operation with a JSON request, such as those that have no command of their own.',
    arguments: ['<operation>', '[json]'],
    example: `call listRooms '{"limit":5}'`,
    run: (session, { arguments: [name = '', json] }) => callOperation(session, name, json),
  },
  {
    name: 'completion',
    summary: 'Print the completion script of a shell.',
    arguments: ['<bash|zsh|fish>'],
    example: 'completion bash >> ~/.bashrc',
    async run(_, { arguments: [shell = ''] }) {
      const script = SCRIPTS[shell]
      if (script === undefined)
        throw new UsageError(`${shell} is not known. Use one of: ${Object.keys(SCRIPTS).join(', ')}.`)
      return { json: { shell, script }, text: script }
    },
  },
]

async function callOperation({ client, terminal, options }: Session, name: string, json = '{}') {
  const operation = (operations as Record<string, Operation>)[name]
  if (!operation) throw new UsageError(`${name} is not an operation. They are listed in /api/developer/openapi.json.`)
  const request = parseJson(json === '-' ? await terminal.readInput() : json) as object
  if (options.isDryRun && !operation.safe) {
    const { method, path } = operation
    return { json: { method, path, request }, text: `Would send ${method} ${path}.` }
  }
  if (operation.stream) throw new UsageError(`${name} is a stream. Use listen or rooms follow.`)
  const answer = await client.call(operation, request)
  return { json: answer ?? null, text: typeof answer === 'string' ? answer : JSON.stringify(answer ?? null, null, 2) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError('The request is not JSON. Send an object such as {"limit":5}.')
  }
}

const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer', linux: 'xdg-open' }

/** Without a browser the printed address is enough. */
function openPage(page: string): void {
  const opener = OPENERS[process.platform]
  if (opener)
    spawn(opener, [page], { detached: true, stdio: 'ignore' })
      .on('error', () => {})
      .unref()
}
