import { setTimeout as delay } from 'node:timers/promises'
import type { Container } from '#boxes/isolation/ociDriver.ts'
import { singleFlight } from '#core/singleFlight.ts'
import type { Objects, Stored } from './createObjects.ts'
import type { Node } from './startPod.ts'

export type Pod = Container & { pool: string; claim?: string }

const TICK_MS = 200

/** Stands for the controller of agent-sandbox, the scheduler and the kubelet: pools have pods, and claims take them. */
export function runController(objects: Objects, node: Node): AsyncDisposable & { pods: Map<string, Pod> } {
  const pods = new Map<string, Pod>()
  let isClosed = false
  let count = 0

  async function add(pool: Stored, claim?: string): Promise<string> {
    const template = objects.get('sandboxtemplates', pool.spec.sandboxTemplateRef.name)
    const container = await node.startPod(template?.spec.podTemplate.spec)
    const name = `${pool.metadata.name}-${++count}`
    pods.set(name, { ...container, pool: pool.metadata.name, ...(claim && { claim }) })
    void container.exited.then(() => end(name))
    return name
  }
  async function end(name: string): Promise<void> {
    const pod = pods.get(name)
    pods.delete(name)
    objects.remove('sandboxes', name)
    await pod?.[Symbol.asyncDispose]()
  }
  async function bind(claim: Stored): Promise<void> {
    const pool = objects.get('sandboxwarmpools', claim.spec.warmPoolRef.name)
    if (!pool) return
    const free = [...pods].find(([, pod]) => pod.pool === pool.metadata.name && pod.claim === undefined)?.[0]
    const name = free ?? (await add(pool, claim.metadata.name))
    const pod = pods.get(name)
    if (pod) pod.claim = claim.metadata.name
    const metadata = { name: `sandbox-${name}`, resourceVersion: '', annotations: { 'agents.x-k8s.io/pod-name': name } }
    objects.put('sandboxes', { metadata })
    const current = objects.get('sandboxclaims', claim.metadata.name)
    const ready = {
      type: 'Ready',
      status: 'True',
      reason: 'DependenciesReady',
      message: '',
      lastTransitionTime: new Date().toISOString(),
    }
    const status = { sandbox: { name: metadata.name }, conditions: [ready] }
    if (current) objects.put('sandboxclaims', { ...current, status })
  }
  async function reconcile(): Promise<void> {
    const now = new Date().toISOString()
    for (const { metadata, spec } of objects.list('sandboxclaims'))
      if (spec.lifecycle.shutdownTime < now) objects.remove('sandboxclaims', metadata.name)
    for (const claim of objects.list('sandboxclaims')) if (!claim.status) await bind(claim)
    for (const [name, { claim }] of pods) if (claim && !objects.get('sandboxclaims', claim)) await end(name)
    for (const pool of objects.list('sandboxwarmpools')) {
      const free = [...pods.values()].filter((pod) => pod.pool === pool.metadata.name && pod.claim === undefined)
      if (!isClosed && free.length < pool.spec.replicas) await add(pool)
    }
  }
  const step = singleFlight(reconcile)
  objects.changes.on('change', () => void (isClosed || step.run()))
  const loop = (async () => {
    for (; !isClosed; await delay(TICK_MS)) await step.run()
  })()
  return {
    pods,
    async [Symbol.asyncDispose]() {
      isClosed = true
      await loop
      await Promise.all([...pods.keys()].map(end))
    },
  }
}
