#!/usr/bin/env node
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

// An agent that keeps its sessions in files under HOME and continues them by the method that its argument names.

const [way] = process.argv.slice(2)
const folder = `${process.env.HOME}/sessions`
const sessions = new Map()

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const say = (sessionId, text) =>
  send({
    method: 'session/update',
    params: { sessionId, update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } },
  })

function keep(id, said) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/${id}.json`, JSON.stringify(said))
}

function open(id, opened, { mcpServers }) {
  sessions.set(id, { said: JSON.parse(readFileSync(`${folder}/${id}.json`, 'utf8')), opened, mcpServers })
}

async function answer(sessionId, texts) {
  const session = sessions.get(sessionId)
  const text = texts.at(-1)
  const [command, ...rest] = text.split(' ')
  if (command === 'post') return post(session.mcpServers[0], rest.join(' '))
  if (command === 'recall')
    return JSON.stringify({ opened: session.opened, said: session.said, told: texts.slice(0, -1) })
  session.said.push(text)
  keep(sessionId, session.said)
  return 'kept'
}

async function post({ url }, body) {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const response = await fetch(url, { method: 'POST', headers, body })
  return `${response.status} ${await response.text()}`
}

const METHODS = {
  initialize: () => ({
    protocolVersion: 1,
    agentCapabilities: {
      mcpCapabilities: { http: true },
      ...(way === 'load' && { loadSession: true }),
      ...(way === 'resume' && { sessionCapabilities: { resume: {} } }),
    },
  }),
  'session/new'(params) {
    const sessionId = `own-${Math.random().toString(36).slice(2)}`
    keep(sessionId, [])
    open(sessionId, 'new', params)
    return { sessionId }
  },
  'session/load'(params) {
    open(params.sessionId, 'load', params)
    for (const text of sessions.get(params.sessionId).said) say(params.sessionId, `replayed ${text}`)
    return {}
  },
  'session/resume'(params) {
    open(params.sessionId, 'resume', params)
    return {}
  },
  async 'session/prompt'({ sessionId, prompt }) {
    const texts = prompt.flatMap((block) => (block.type === 'text' ? [block.text] : []))
    say(sessionId, await answer(sessionId, texts))
    return { stopReason: 'end_turn' }
  },
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined || method === undefined) continue
  try {
    send({ id, result: await METHODS[method](params) })
  } catch (error) {
    send({ id, error: { code: -32000, message: String(error) } })
  }
}
