import { createDriver } from '#boxes/isolation/createDriver.ts'
import type { BoxProcess, Driver, Program } from '#boxes/isolation/Driver.ts'
import { type Limits, SIZES } from '#boxes/isolation/Limits.ts'
import { probeBox } from '#boxes/isolation/probeBox.ts'
import { NODE_INSIDE } from '#boxes/isolation/sharedFiles.ts'
import type { KubernetesSettings } from '#core/KubernetesSettings.ts'
import { poolName } from './boxObjects.ts'
import { openCluster } from './Cluster.ts'
import { applyPool } from './claimPod.ts'
import { startInKubernetes } from './kubernetesDriver.ts'

/** Opens a connection, and reports whether it is established; reads the kernel's version, by which gVisor is known. */
const SCRIPT = `
const [host, port] = process.argv.slice(1)
const socket = require('node:net').connect({ host, port: Number(port) })
const answer = (reached) => { console.log(JSON.stringify({ reached, kernel: require('node:fs').readFileSync('/proc/version', 'utf8') })); process.exit() }
socket.once('connect', () => answer(true)).once('error', () => answer(false))
setTimeout(() => answer(false), 3000)
`
const GVISOR = /gvisor|Jan 10 15:06:54 PST 2016/i

/** Boxes in pods of a cluster with kubernetes-sigs/agent-sandbox; throws if the cluster does not isolate them. */
export async function openKubernetes(settings: KubernetesSettings | undefined): Promise<Driver> {
  if (!settings) throw new Error('The cluster is not configured. Set BOX_KUBERNETES={"image":"…"}.')
  const cluster = await openCluster(settings)
  const prepared = new Map<string, Promise<void>>()
  const prepare = (limits: Limits) => {
    const name = poolName(limits)
    const made = prepared.get(name) ?? applyPool(cluster, settings, limits)
    prepared.set(name, made)
    made.catch(() => prepared.delete(name))
    return made
  }
  const start = (program: Program) => startInKubernetes({ cluster, prepare }, program)
  const probed = await probeBox(start)
  const { reached, kernel } = await probePod(start, cluster.server)
  if (reached)
    throw new Error('A box reached the API server. The cluster must enforce network policies: install a CNI that does.')
  const network = probed.network === 'none' ? 'none' : 'policy'
  const level = GVISOR.test(kernel) ? 'gvisor' : 'bubblewrap'
  const limits = 'pod resources'
  return createDriver({ ...probed, level, engine: 'kubernetes', network, sharedMemory: 'counted', limits }, start)
}

/** A pod has a network interface, so that only an attempt shows whether its policy holds. */
async function probePod(
  start: (program: Program) => Promise<BoxProcess>,
  { hostname, port }: URL,
): Promise<{ reached: boolean; kernel: string }> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const command = [NODE_INSIDE, '-e', SCRIPT, host, port || '443']
  await using box = await start({ command, environment: {}, limits: SIZES.small })
  const [output] = await Promise.all([box.stdout.toArray(), box.exited])
  return JSON.parse(Buffer.concat(output).toString())
}
