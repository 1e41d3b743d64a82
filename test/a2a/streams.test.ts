import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { json } from '../setup/json.ts'
import { type Developer, signIn } from '../setup/keys/signIn.ts'
import { type ListeningService, startListeningService } from '../setup/listening.ts'
import { blocksOf, sectionOf } from '../setup/markdown.ts'

const STREAMS_MAX = 4
let service: ListeningService
let ada: Developer

beforeAll(async () => {
  service = await startListeningService({ BOXES_MAX: '8', STREAMS_MAX: String(STREAMS_MAX) })
  ada = await signIn(service.post, service.baseUrl)
})
afterAll(() => service[Symbol.asyncDispose]())

// biome-ignore lint/suspicious/noExplicitAny: frames are read as a client without types reads them.
type Frame = { id: number | undefined; data: any }
type Stream = { response: Response; frames: Frame[]; ended: Promise<void>; drop(): void }

/** Reads an event stream over a real socket, frame by frame. */
async function open(path: string, init: RequestInit & { key: string; body?: string }): Promise<Stream> {
  const dropping = new AbortController()
  const headers = { 'content-type': 'application/json', 'x-api-key': init.key, ...init.headers }
  const method = init.method ?? 'POST'
  const response = await fetch(service.url + path, { ...init, method, headers, signal: dropping.signal })
  const frames: Frame[] = []
  const read = async () => {
    let text = ''
    for await (const piece of response.body ?? []) {
      text += Buffer.from(piece as Uint8Array).toString()
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      frames.push(...parts.filter((part) => part.includes('data: ')).map(toFrame))
    }
  }
  return { response, frames, ended: read().catch(() => {}), drop: () => dropping.abort() }
}

function toFrame(part: string): Frame {
  const id = /^id: (\d+)$/m.exec(part)?.[1]
  return { id: id === undefined ? undefined : Number(id), data: JSON.parse(/^data: (.*)$/m.exec(part)?.[1] ?? '{}') }
}

let sent = 0
const saying = (text: string, place: object = {}) => ({
  message: { messageId: `m-${++sent}`, role: 'ROLE_USER', parts: [{ text }], ...place },
})
const rpc = (method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
const headers = (developer: Developer) => ({ 'x-api-key': developer.key })

/** A new conversation with the echo agent. */
async function echoContext(developer: Developer): Promise<string> {
  const { box } = await json(service.post('/api/boxes', { agentId: 'echo' }, headers(developer)))
  return (await json(service.post(`/api/boxes/${box.id}/sessions`, {}, headers(developer)))).session.id
}
const taskOf = (id: string) => json(service.get(`/a2a/tasks/${id}`, headers(ada)))

describe('a dropped stream', () => {
  const ends = (frames: Frame[]) => frames.filter(({ id }) => id !== undefined).map(({ id, data }) => [id, data.result])

  test('resumes after Last-Event-ID with exactly the missed events, during the task and after its end', async () => {
    const contextId = await echoContext(ada)
    const body = rpc('SendStreamingMessage', saying('wait 8000', { contextId }))
    const first = await open('/a2a', { key: ada.key, body })
    await expect.poll(() => JSON.stringify(first.frames)).toContain('waiting ')
    first.drop()
    const seen = first.frames.at(-1)?.id ?? 0
    const id = first.frames[0]?.data.result.task.id
    const subscribe = (after: number) =>
      open('/a2a', {
        key: ada.key,
        body: rpc('SubscribeToTask', { id }),
        headers: { 'last-event-id': String(after) },
      })
    const resumed = await subscribe(seen)
    await resumed.ended
    const rest = ends(resumed.frames)
    expect(rest.every(([seq]) => Number(seq) > seen)).toBe(true)
    expect(JSON.stringify(rest)).toMatch(/"done".*COMPLETED/)
    expect(JSON.stringify(rest)).not.toContain('waiting')
    const whole = await subscribe(0)
    await whole.ended
    const all = ends(whole.frames)
    expect(all).toEqual([...ends(first.frames), ...rest])
    for (const [cut] of all) {
      const late = await subscribe(Number(cut))
      await late.ended
      expect(ends(late.frames)).toEqual(all.filter(([seq]) => Number(seq) > Number(cut)))
    }
  })

  test('resumes over HTTP+JSON when the same message is sent again, without a second run', async () => {
    const message = saying('What does graduation do?')
    const send = (after?: number) =>
      open('/a2a/message:stream', {
        key: ada.key,
        body: JSON.stringify(message),
        headers: after === undefined ? {} : { 'last-event-id': String(after) },
      })
    const first = await send()
    await first.ended
    const cut = first.frames.find(({ id }) => id !== undefined)?.id ?? 0
    const again = await send(cut)
    await again.ended
    const numbered = (frames: Frame[]) => frames.filter(({ id }) => id !== undefined)
    expect(numbered(again.frames)).toEqual(numbered(first.frames).filter(({ id }) => Number(id) > cut))
    expect(again.frames[0]?.data.task.id).toBe(first.frames[0]?.data.task.id)
  })
})

describe('streams of the protocol', () => {
  test('count with all others of their developer, and a closed one makes room', async () => {
    const eve = await signIn(service.post, service.baseUrl)
    const contextId = await echoContext(eve)
    const path = `/api/boxes/${(await json(service.get('/api/boxes', headers(eve)))).boxes[0].id}/sessions/${contextId}/events`
    const plain = await open(path, { key: eve.key, method: 'GET' })
    expect(plain.response.status).toBe(200)
    const follow = (form: string) =>
      form === 'rpc'
        ? open('/a2a', { key: eve.key, body: rpc('SendStreamingMessage', saying('wait 600000', { contextId })) })
        : open('/a2a/message:stream', { key: eve.key, body: JSON.stringify(saying('wait 600000', { contextId })) })
    const held = [await follow('rpc'), await follow('rest'), await follow('rpc')]
    expect(held.map(({ response }) => response.status)).toEqual([200, 200, 200])
    const tasks = async () => (await json(service.get('/a2a/tasks', headers(eve)))).totalSize
    const before = await tasks()
    for (const form of ['rpc', 'rest']) {
      const refused = await follow(form)
      expect(refused.response.status).toBe(429)
      expect(refused.response.headers.get('retry-after')).toBe('5')
    }
    // Refused messages started no run.
    expect(await tasks()).toBe(before)
    plain.drop()
    const fits = async () => {
      const next = await follow('rpc')
      if (next.response.status === 200) held.push(next)
      return next.response.status
    }
    await expect.poll(fits).toBe(200)
    for (const stream of held) stream.drop()
  })

  test.each(['rpc', 'rest'])('end with the reason when their key is revoked: %s', async (form) => {
    const eve = await signIn(service.post, service.baseUrl)
    const contextId = await echoContext(eve)
    const said = saying('wait 600000', { contextId })
    const stream =
      form === 'rpc'
        ? await open('/a2a', { key: eve.key, body: rpc('SendStreamingMessage', said) })
        : await open('/a2a/message:stream', { key: eve.key, body: JSON.stringify(said) })
    await expect.poll(() => JSON.stringify(stream.frames)).toContain('waiting ')
    const path = `/api/developer/keys/${eve.keyId}`
    await service.send('DELETE', path, { authorization: `Bearer ${eve.token}` })
    const revokedAt = performance.now()
    await stream.ended
    process.stdout.write(`ended ${Math.round(performance.now() - revokedAt)} ms after the key was revoked\n`)
    const { error } = stream.frames.at(-1)?.data ?? {}
    expect(error).toMatchObject(form === 'rpc' ? { code: 401, data: [{ reason: 'UNAUTHENTICATED' }] } : { code: 401 })
    expect(error.message).toMatch(/no longer valid/)
  })
})

describe('the caller’s own desk', () => {
  /** Processes below this one that run a box for the developer. */
  const boxes = async () => json(service.get('/api/boxes', headers(ada)))
  const ask = (text: string, place: object = {}) =>
    json(service.post('/a2a/message:send', saying(text, place), headers(ada)))
  const textOf = ({ task }: { task: { artifacts: { parts: { text?: string }[] }[] } }) =>
    task.artifacts.flatMap(({ parts }) => parts.map(({ text = '' }) => text)).join('')

  test('is created on first use, ends its process when idle, and continues the conversation in the same box', async () => {
    const desks = async () =>
      (await boxes()).boxes.filter(({ labels }: { labels: { channel?: string } }) => labels.channel === 'a2a')
    const first = await ask('price moon dusd')
    const [desk] = await desks()
    expect(await desks()).toHaveLength(1)
    const running = await processesOf()
    await sql`update boxes set idle_seconds = 1 where id = ${desk.id}`.execute(service.database.kysely)
    const status = async () => (await desks())[0].status
    await expect.poll(status).toBe('paused')
    const gone = async () => {
      const now = await processesOf()
      return running.filter((pid) => !now.includes(pid)).length
    }
    await expect.poll(gone).toBeGreaterThan(0)
    await sql`update boxes set idle_seconds = 300 where id = ${desk.id}`.execute(service.database.kysely)
    const next = await ask('how deep is it', { contextId: first.task.contextId })
    expect(textOf(next)).toMatch(/MOON.*Within 2%/s)
    expect((await desks()).map(({ id }: { id: string }) => id)).toEqual([desk.id])
    expect((await taskOf(first.task.id)).status.state).toBe('TASK_STATE_COMPLETED')
  })
})

/** Sandboxes that run below this process. */
async function processesOf(): Promise<number[]> {
  const ps = spawn('ps', ['-eo', 'pid=,ppid=,comm='], { stdio: ['ignore', 'pipe', 'ignore'] })
  const rows = (await ps.stdout.toArray())
    .join('')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  return rows
    .filter(([, parent, name]) => Number(parent) === process.pid && name === 'bwrap')
    .map(([pid]) => Number(pid))
}

test('the commands of the README work as printed', async () => {
  const [code = ''] = blocksOf(await sectionOf('README.md', 'Talk to an agent over A2A'), 'ts')
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(10)
  // Next to node_modules, where its imports are found.
  const folder = await mkdtemp(join(process.cwd(), 'node_modules', '.readme-'))
  try {
    await writeFile(join(folder, 'example.mjs'), code.replaceAll('http://127.0.0.1:8787', service.url))
    const child = spawn(process.execPath, [join(folder, 'example.mjs')], {
      env: { ...process.env, KEY: ada.key },
      stdio: 'pipe',
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
    await once(child, 'close')
    expect(output).toMatch(/1 W?ETH = 3,0\d\d\.\d+ DUSD/)
  } finally {
    await rm(folder, { recursive: true })
  }
})
