import { once } from 'node:events'

/** A program: reads a number from standard input, sends that many key creations at once, and prints a count per status. */
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
