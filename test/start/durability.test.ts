import { expect, test } from 'vitest'
import { copySeed } from '../setup/database/copySeed.ts'
import { json } from '../setup/json.ts'
import { signIn } from '../setup/keys/signIn.ts'
import { startServiceProcess, temporaryFolder } from '../setup/process.ts'

function poster(url: string) {
  return (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
}

test('a write acknowledged before kill -9 is there after the next start', { timeout: 900_000 }, async () => {
  await using folder = await temporaryFolder()
  await copySeed(folder.path)
  const env = { DATA_DIR: folder.path }
  const acknowledged: string[] = []
  const first = await startServiceProcess(env)
  const post = poster(first.url)
  const { token } = await signIn(post, first.url)
  const headers = { authorization: `Bearer ${token}` }
  const write = async (writer: number): Promise<void> => {
    for (let i = 0; i < 45; i++) {
      const response = await post('/api/developer/keys', { name: `w${writer} k${i}`, scopes: ['lp:build'] }, headers)
      if (response.status === 201) acknowledged.push((await json(response)).record.id)
    }
  }
  const writers = [1, 2, 3, 4].map((writer) => write(writer).catch(() => undefined))
  while (acknowledged.length < 25) await new Promise((resolve) => setTimeout(resolve, 1))
  await first.stop('SIGKILL')
  await Promise.all(writers)

  await using second = await startServiceProcess({ ...env, PORT: new URL(first.url).port })
  const kept = new Set<string>()
  let cursor: string | null = null
  do {
    const page: string = cursor ? `?limit=100&cursor=${cursor}` : '?limit=100'
    const body = await json(fetch(`${second.url}/api/developer/keys${page}`, { headers }))
    for (const { id } of body.keys) kept.add(id)
    cursor = body.nextCursor
  } while (cursor)
  expect(acknowledged.length).toBeGreaterThanOrEqual(25)
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
})
