import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Terminal } from './Terminal.ts'

/** The terminal of this process. */
export function openTerminal(): Terminal {
  const isInteractive = process.stdin.isTTY === true && process.stderr.isTTY === true
  return {
    print: (line) => void process.stdout.write(`${line}\n`),
    note: (line) => void process.stderr.write(`${process.stderr.isTTY ? `\u001b[2m${line}\u001b[0m` : line}\n`),
    isInteractive,
    ask: (question) => askOn(process.stderr, question),
    async askSecret(question) {
      process.stderr.write(question)
      const answer = await askOn(new Writable({ write: (_chunk, _encoding, done) => done() }), '')
      process.stderr.write('\n')
      return answer
    },
    readInput: () => text(process.stdin),
  }
}

async function askOn(output: NodeJS.WritableStream, question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY === true })
  try {
    return await lines.question(question)
  } finally {
    lines.close()
  }
}
