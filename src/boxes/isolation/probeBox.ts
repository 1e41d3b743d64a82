import type { BoxProcess, Isolation, Program } from './Driver.ts'
import { SIZES } from './Limits.ts'
import { NODE_INSIDE } from './sharedFiles.ts'

/** Tries, from inside a box, the actions that must be impossible there, and prints the results. */
const SCRIPT = `
const { readFileSync, writeFileSync } = require('node:fs')
const { spawnSync } = require('node:child_process')
const status = readFileSync('/proc/self/status', 'utf8')
const field = (name) => new RegExp('^' + name + ':\\\\s*(\\\\S+)', 'm').exec(status)?.[1]
const interfaces = readFileSync('/proc/net/dev', 'utf8').split('\\n').slice(2).map((line) => line.split(':')[0].trim()).filter(Boolean)
const nested = spawnSync('unshare', ['--user', 'true']).status
let isRootWritable = true
try { writeFileSync('/probe', '') } catch { isRootWritable = false }
console.log(JSON.stringify({ seccomp: field('Seccomp') === '2', capabilities: /^0+$/.test(field('CapEff')), network: interfaces.every((name) => name === 'lo'), nested: nested !== 0, isRootWritable }))
`

type ProbeResult = {
  seccomp: boolean
  capabilities: boolean
  network: boolean
  nested: boolean
  isRootWritable: boolean
}

export type Probed = Omit<Isolation, 'level' | 'engine' | 'limits' | 'sharedMemory'>

/** Measures the isolation of a box that is started like any other; throws if none can be started. */
export async function probeBox(start: (program: Program) => Promise<BoxProcess>): Promise<Probed> {
  await using box = await start({ command: [NODE_INSIDE, '-e', SCRIPT], environment: {}, limits: SIZES.small })
  const [output, errors] = await Promise.all([box.stdout.toArray(), box.stderr.toArray(), box.exited])
  const text = Buffer.concat(output).toString()
  if (!text.startsWith('{')) throw new Error(Buffer.concat(errors).toString().trim() || 'the probe box printed nothing')
  const found = JSON.parse(text) as ProbeResult
  if (found.isRootWritable) throw new Error('a box could write outside its workspace')
  return {
    network: found.network ? 'none' : 'shared',
    seccomp: found.seccomp,
    nestedNamespaces: found.nested ? 'refused' : 'possible',
    capabilities: found.capabilities ? 'none' : 'some',
  }
}
