import { statfs } from 'node:fs/promises'
import { createServer } from 'node:net'

/**
 * Joins the channel of a box in a pod with the standard streams that the service reads, reports the number of files,
 * and ends the pod when the service is gone.
 */
const [path = ''] = process.argv.slice(2)
const REPORT_MS = 500

const server = createServer((socket) => {
  server.close()
  socket.on('error', () => {})
  process.stdin.pipe(socket)
  socket.pipe(process.stdout)
})
server.listen(path, () => process.stderr.write('ready\n'))
process.stdin.once('end', () => process.kill(1, 'SIGTERM'))
process.stdout.on('error', () => process.kill(1, 'SIGTERM'))
setInterval(async () => {
  const { files, ffree } = await statfs('/workspace')
  process.stderr.write(`${files - ffree}\n`)
}, REPORT_MS)
