import { setTimeout as delay } from 'node:timers/promises'
import { signIn } from '../../setup/keys/signIn.ts'
import { post } from '../../setup/requests.ts'
import type { Tolerance } from '../checks/checkAnswers.ts'
import { type Client, createClient } from './Client.ts'
import { type Follower, followRoom } from './followRoom.ts'
import { agentReader, buildReader, publicReader, toolReader } from './readers.ts'
import { boxWriter, createLedger, type Ledger, postWriter, type Step, toolWriter } from './writers.ts'

type Options = {
  url: string
  deposit: Parameters<typeof buildReader>[1]
  hasBoxes: boolean
  tolerated: () => Tolerance
  mayReset: () => boolean
}

export type Load = {
  client: Client
  posts: Ledger
  boxMessages: Ledger
  followers: Follower[]
  roomPath: string
  sessionPath: string | undefined
  /** Unexpected refusals, such as a 4xx to a valid write. */
  failures: string[]
  setPaused(isPaused: boolean): void
  stop(): Promise<void>
}

const FOLLOWERS = 8
/** Modest rates: faults are tested here, speed is measured by the benchmarks. */
const REST_MS = { post: 60, mcp: 300, read: 80, build: 250, tool: 400, a2a: 5_000, box: 3_000 }

/** Mixed load through the proxy: posts, tools, reads, builds, agents, boxes and streams. */
export async function startLoad(options: Options): Promise<Load> {
  const { url, deposit, tolerated, mayReset } = options
  const { key } = await signIn((path, body, headers) => post(url + path, body, headers), url)
  const client = createClient({ url, headers: { 'x-api-key': key }, tolerated })
  const roomId = await openRoom(client)
  const sessionPath = options.hasBoxes ? await openSession(client) : undefined
  const [posts, boxMessages] = [createLedger(), createLedger()]
  const followers = Array.from({ length: FOLLOWERS }, () => followRoom({ client, roomId, mayReset }))
  const posting = () => ({ step: postWriter(client, posts, roomId), restMs: REST_MS.post })
  const workers = [
    ...Array.from({ length: 4 }, posting),
    { step: toolWriter(client, posts, roomId), restMs: REST_MS.mcp },
    { step: publicReader(client, roomId), restMs: REST_MS.read },
    { step: buildReader(client, deposit), restMs: REST_MS.build },
    { step: toolReader(client), restMs: REST_MS.tool },
    ...(sessionPath
      ? [
          { step: boxWriter(client, boxMessages, sessionPath), restMs: REST_MS.box },
          { step: agentReader(client), restMs: REST_MS.a2a },
        ]
      : []),
  ]
  const failures: string[] = []
  const state = { isOver: false, isPaused: false }
  const running = Promise.all(workers.map((worker) => work(worker, state, failures)))
  return {
    client,
    posts,
    boxMessages,
    followers,
    roomPath: `/api/arena/rooms/${roomId}`,
    sessionPath,
    failures,
    setPaused: (isPaused) => void Object.assign(state, { isPaused }),
    async stop() {
      state.isOver = true
      await running
    },
  }
}

type Worker = { step: Step; restMs: number }

async function work({ step, restMs }: Worker, state: { isOver: boolean; isPaused: boolean }, failures: string[]) {
  for (; !state.isOver; await delay(restMs))
    if (!state.isPaused) await step(() => state.isOver).catch((error: Error) => failures.push(error.message))
}

async function openRoom(client: Client): Promise<string> {
  const made = await client.send({ kind: 'setup', method: 'POST', path: '/api/arena/rooms', body: { topic: 'Faults' } })
  const { id } = made.body.room
  const body = { displayName: 'Load' }
  await client.send({ kind: 'setup', method: 'POST', path: `/api/arena/rooms/${id}/join`, body })
  return id
}

async function openSession(client: Client): Promise<string> {
  const made = await client.send({ kind: 'setup', method: 'POST', path: '/api/boxes', body: { agentId: 'echo' } })
  const path = `/api/boxes/${made.body.box.id}/sessions`
  const { body } = await client.send({ kind: 'setup', method: 'POST', path, body: {} })
  return `${path}/${body.session.id}`
}
