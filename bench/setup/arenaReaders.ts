import { get, type IncomingMessage } from 'node:http'

/** Many readers of one room in a separate process: each checks the order, and the age of every message on arrival. */
const [url = '', count = '0'] = process.argv.slice(2)

const ages: number[] = []
let deliveries = 0
let disorders = 0

/** Checks one frame of one reader. */
function createReader(ready: () => void): (frame: string) => void {
  let last = 0
  return (frame) => {
    if (frame.includes('event: ready')) ready()
    const [, id, sentAt] = /id: (\d+)\nevent: message\n.*?at=([0-9.]+)/s.exec(frame) ?? []
    if (id === undefined) return
    if (last !== 0 && Number(id) !== last + 1) disorders += 1
    last = Number(id)
    deliveries += 1
    ages.push(Date.now() - Number(sentAt))
  }
}

function read(response: IncomingMessage, ready: () => void): void {
  const take = createReader(ready)
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    const frames = text.split('\n\n')
    text = frames.pop() ?? ''
    for (const frame of frames) take(frame)
  })
}

await Promise.all(
  Array.from({ length: Number(count) }, async (_, index) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    setTimeout(() => get(url, { agent: false }, (response) => read(response, resolve)), index)
    await promise
  }),
)
process.send?.('ready')
process.on('message', () => {
  const sorted = ages.sort((a, b) => a - b)
  process.send?.({ deliveries, disorders, p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.POSITIVE_INFINITY })
  process.exit(0)
})
