import { once } from 'node:events'

/** A program: once told to by a line, sends that many creations of a key at once, and prints how many answers had which status. */
const [url = '', token = '', count = '0'] = process.argv.slice(2)
const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
const create = async (_: unknown, index: number) => {
  const body = JSON.stringify({ name: `burst ${index}`, scopes: ['lp:build'] })
  const response = await fetch(`${url}/api/developer/keys`, { method: 'POST', headers, body })
  await response.arrayBuffer()
  return response.status
}
await fetch(`${url}/livez`).then((response) => response.arrayBuffer())
process.stdout.write('ready\n')
await once(process.stdin, 'data')
const statuses = await Promise.all(Array.from({ length: Number(count) }, create))
process.stdout.write(
  JSON.stringify(
    Object.fromEntries(Object.entries(Object.groupBy(statuses, String)).map(([status, all]) => [status, all?.length])),
  ),
)
process.exit()
