import { json } from '../../test/setup/json.ts'
import { post } from '../../test/setup/requests.ts'
import type { Burst } from './burst.ts'

type Load = Pick<Burst, 'requests' | 'concurrency' | 'holdMs'>
type Noisy = { url: string; headers: Record<string, string> }
/** Prepares the requests of one noisy developer. */
type Prepare = (noisy: Noisy) => Promise<Load>

/** Words of a seed phrase, the costliest text to scan for secrets. */
const SCANNED = { content: 'zoo '.repeat(374), data: { words: 'zoo '.repeat(1_900) } }
const STREAMS = 90
const HOLD_MS = 4_000

/** The loads that one developer can put on the service, by name. */
export const LOADS: Readonly<Record<string, { prepare: Prepare; needsBoxes?: true }>> = {
  keys: {
    prepare: async () => ({
      concurrency: 1_100,
      requests: [{ method: 'POST', path: '/api/developer/keys', body: { name: 'burst' }, count: 1_100 }],
    }),
  },
  posts: {
    async prepare({ url, headers }) {
      const { room } = await json(post(`${url}/api/arena/rooms`, { topic: 'Load' }, headers))
      await post(`${url}/api/arena/rooms/${room.id}/join`, { displayName: 'Load' }, headers)
      const path = `/api/arena/rooms/${room.id}/messages`
      return { concurrency: 16, requests: [{ method: 'POST', path, body: SCANNED, count: 600 }] }
    },
  },
  runs: {
    needsBoxes: true,
    async prepare(noisy) {
      const { path } = await openSession(noisy)
      return {
        concurrency: 16,
        requests: [{ method: 'POST', path: `${path}/messages`, body: { content: 'hi' }, count: 300 }],
      }
    },
  },
  files: {
    needsBoxes: true,
    async prepare(noisy) {
      const { url, headers } = noisy
      const { boxId } = await openSession(noisy)
      const path = `/api/boxes/${boxId}/files`
      const content = 'x'.repeat(500_000)
      const write = { method: 'PUT', path, body: { path: 'large.txt', content }, count: 40 }
      await fetch(url + path, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(write.body),
      })
      return { concurrency: 8, requests: [write, { method: 'GET', path: `${path}?path=large.txt`, count: 120 }] }
    },
  },
  streams: {
    needsBoxes: true,
    async prepare(noisy) {
      const { path } = await openSession(noisy)
      const requests = [{ method: 'GET', path: `${path}/events`, count: STREAMS }]
      return { concurrency: STREAMS, holdMs: HOLD_MS, requests }
    },
  },
}

/** A session in a ready box. */
async function openSession({ url, headers }: Noisy): Promise<{ boxId: string; path: string }> {
  const { box } = await json(post(`${url}/api/boxes`, { agentId: 'echo' }, headers))
  for (let status = ''; status !== 'ready'; ) {
    const response = await fetch(`${url}/api/boxes/${box.id}`, { headers })
    status = ((await response.json()) as { box: { status: string } }).box.status
  }
  const { session } = await json(post(`${url}/api/boxes/${box.id}/sessions`, {}, headers))
  return { boxId: box.id, path: `/api/boxes/${box.id}/sessions/${session.id}` }
}
