import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Preloaded into a replica: changes its clock, and measures its heap, when the test says so. */
type Order = { clockMs: number } | { heap: true }

let offsetMs = 0
const now = Date.now
Date.now = () => now() + offsetMs

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

process.on('message', (order: Order) => {
  if ('clockMs' in order) offsetMs = order.clockMs
  collect()
  collect()
  process.send?.({ heapBytes: process.memoryUsage().heapUsed })
})
// Without the test there is nobody to stop the replica.
process.on('disconnect', () => process.exit(1))
process.channel?.unref()
