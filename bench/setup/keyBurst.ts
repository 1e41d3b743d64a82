/** A program: sends that many creations of a key at once with one bearer, and prints how many answers had which status. */
const [url = '', token = '', count = '0'] = process.argv.slice(2)
const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
const create = async (_: unknown, index: number) => {
  const body = JSON.stringify({ name: `burst ${index}`, scopes: ['lp:build'] })
  const response = await fetch(`${url}/api/developer/keys`, { method: 'POST', headers, body })
  await response.arrayBuffer()
  return response.status
}
const statuses = await Promise.all(Array.from({ length: Number(count) }, create))
process.stdout.write(
  JSON.stringify(
    Object.fromEntries(Object.entries(Object.groupBy(statuses, String)).map(([status, all]) => [status, all?.length])),
  ),
)
