#!/usr/bin/env node
import { commands } from './commands.ts'
import { openTerminal } from './openTerminal.ts'
import { run } from './run.ts'

const stopping = new AbortController()
process.once('SIGINT', () => stopping.abort(new Error('Interrupted.')))
// A reader such as `head` may close the pipe first.
process.stdout.on('error', () => process.exit(0))

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  terminal: openTerminal(),
  signal: stopping.signal,
  commands,
})
