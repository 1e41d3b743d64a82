import { readFileSync } from 'node:fs'
import { runAgent } from '#agents/runAgent.ts'
import { call, ServiceError } from '#agents/service.ts'
import type { Turn } from '#agents/Turn.ts'

const HELP =
  'I repeat your messages. Commands: `wait <milliseconds>`, `confirm <title>`, `call <GET|POST> <path> [json]`, `card <title>`, `propose <json>`, `cards <count> <length>`, `ask <count>`, `stderr <lines>`, `nul`, `hang`, `history`, `skills`, `variable <name>`, `fail`, `crash`.'

/** An agent for integration tests: it repeats messages and runs a few commands. */
async function answer(turn: Turn): Promise<void> {
  const [command = '', ...words] = turn.text.trim().split(' ')
  const rest = words.join(' ')
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined
  if (run) return run(turn, rest)
  for (const piece of turn.text.match(/\S+\s*/g) ?? ['']) await turn.say(piece)
}

const COMMANDS: Record<string, (turn: Turn, rest: string) => Promise<void>> = {
  help: (turn) => turn.say(HELP),
  async wait(turn, rest) {
    await turn.say('waiting ')
    await sleep(Number(rest) || 0, turn.signal)
    await turn.say('done')
  },
  async confirm(turn, rest) {
    await turn.say((await turn.confirm(rest || 'May I?')) ? 'allowed' : 'refused')
  },
  async call(turn, rest) {
    const [method = 'GET', path = '/', ...body] = rest.split(' ')
    const request = body.length > 0 ? JSON.parse(body.join(' ')) : undefined
    const answered = await turn.work(`${method} ${path}`, () =>
      call(method === 'POST' ? 'POST' : 'GET', path, request).catch((error) => {
        if (!(error instanceof ServiceError)) throw error
        return { status: error.status, code: error.code, message: error.message }
      }),
    )
    await turn.say(JSON.stringify(answered))
  },
  card: (turn, rest) =>
    turn.card({ kind: 'quote', title: rest, words: ['A card of the echo agent.'], data: { echo: rest } }),
  async cards(turn, rest) {
    const [count = 1, length = 1] = rest.split(' ').map(Number)
    const card = { kind: 'quote' as const, title: 'Large', words: [], data: 'x'.repeat(length) }
    for (let sent = 0; sent < count; sent++) await turn.card(card)
    await turn.say('sent')
  },
  async ask(turn, rest) {
    const answers = await Promise.all(
      Array.from({ length: Number(rest) }, (_, index) => turn.confirm(`Question ${index}?`)),
    )
    await turn.say(`${answers.filter((isAllowed) => !isAllowed).length} refused`)
  },
  async stderr(turn, rest) {
    for (let line = 0; line < Number(rest); line++) process.stderr.write(`line ${line}\n`)
    await turn.say('written')
  },
  async nul(turn) {
    await turn.card({ kind: 'quote', title: 'a\0b', words: ['\ud800'], data: { 'x\0': 'y\udc00z' } })
    throw new Error('failed \0 with \ud800 a reason')
  },
  hang: () => new Promise(() => {}),
  async propose(turn, rest) {
    await turn.card({ kind: 'transaction', title: 'A proposal', words: ['As requested.'], data: JSON.parse(rest) })
    await turn.say((await turn.confirm('Was it seen?')) ? 'seen' : 'not seen')
  },
  history: (turn) => turn.say(JSON.stringify(turn.history)),
  async skills(turn) {
    const read = turn.skills.map(({ name, path }) => ({ name, path, text: readFileSync(path, 'utf8') }))
    await turn.say(JSON.stringify(read))
  },
  // biome-ignore lint/style/noProcessEnv: the command reports a variable of its box.
  variable: (turn, rest) => turn.say(process.env[rest] ?? 'not set'),
  async fail() {
    throw new Error('The fail command was sent.')
  },
  async crash() {
    process.exit(3)
  },
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    resolve()
  })
  return promise
}

runAgent({ name: 'echo', version: '1.2.0', answer })
