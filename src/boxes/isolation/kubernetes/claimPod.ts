import { setTimeout as delay } from 'node:timers/promises'
import type { Limits } from '#boxes/isolation/Limits.ts'
import { every } from '#core/every.ts'
import type { KubernetesSettings } from '#core/KubernetesSettings.ts'
import { boxClaim, boxTemplate, EXTENSIONS, poolName, renewal, SANDBOXES, warmPool } from './boxObjects.ts'
import type { Cluster } from './Cluster.ts'
import { callCluster, watchObject } from './callCluster.ts'

type Metadata = { name: string; resourceVersion: string; annotations?: Record<string, string> }
type Claim = {
  metadata: Metadata
  status?: { conditions?: { type: string; status: string; message?: string }[]; sandbox?: { name?: string } }
}

/** A pod of its own; disposing it removes the pod. */
export type ClaimedPod = AsyncDisposable & { pod: string }

const READY_MS = 120_000
const LEASE_MS = 120_000
const RENEW_MS = 30_000
/** The pause between watches, for a server that ends each watch at once. */
const RETRY_MS = 500
const POD_NAME = 'agents.x-k8s.io/pod-name'

/** Creates or updates the template and the pool of a size; `force` takes fields back that someone else has changed. */
export async function applyPool(cluster: Cluster, settings: KubernetesSettings, limits: Limits): Promise<void> {
  const objects = { sandboxtemplates: boxTemplate(settings, limits), sandboxwarmpools: warmPool(settings, limits) }
  for (const [kind, body] of Object.entries(objects)) {
    const path = `${pathOf(cluster, kind)}/${poolName(limits)}?fieldManager=slipway&force=true`
    await callCluster(cluster, { method: 'PATCH', path, body, type: 'application/apply-patch+yaml' })
  }
}

/** Takes a pod from the pool of a size, and renews the claim until it is disposed. */
export async function claimPod(cluster: Cluster, limits: Limits): Promise<ClaimedPod> {
  const path = pathOf(cluster, 'sandboxclaims')
  const lease = () => new Date(Date.now() + LEASE_MS)
  const { metadata } = await callCluster<Claim>(cluster, { method: 'POST', path, body: boxClaim(limits, lease()) })
  const at = `${path}/${metadata.name}`
  await using opened = new AsyncDisposableStack()
  opened.defer(() => remove(cluster, at))
  const renew = () =>
    callCluster(cluster, { method: 'PATCH', path: at, body: renewal(lease()), type: 'application/merge-patch+json' })
  opened.use(every(RENEW_MS, renew))
  const claim = await untilReady(cluster, path, metadata)
  const name = claim.status?.sandbox?.name ?? ''
  const sandboxes = `/apis/${SANDBOXES}/namespaces/${cluster.namespace}/sandboxes`
  const sandbox = await callCluster<Claim>(cluster, { method: 'GET', path: `${sandboxes}/${name}` })
  const owned = opened.move()
  const pod = sandbox.metadata.annotations?.[POD_NAME] ?? name
  return { pod, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function untilReady(cluster: Cluster, path: string, { name, resourceVersion }: Metadata): Promise<Claim> {
  const signal = AbortSignal.timeout(READY_MS)
  let version = resourceVersion
  while (!signal.aborted) {
    for await (const { type, object } of watchObject<Claim>(cluster, { path, name, version }, signal)) {
      if (isReady(object)) return object
      // ERROR: the server no longer has that version. Either way, read the object and watch from there.
      if (type === 'DELETED' || type === 'ERROR') break
    }
    const now = await callCluster<Claim>(cluster, { method: 'GET', path: `${path}/${name}` })
    if (isReady(now)) return now
    version = now.metadata.resourceVersion
    await delay(RETRY_MS, undefined, { ref: false })
  }
  throw new Error(`The claim ${name} was not ready after ${READY_MS / 1_000} s.`)
}

function isReady({ status }: Claim): boolean {
  return (
    status?.conditions?.some((one) => one.type === 'Ready' && one.status === 'True') === true && !!status.sandbox?.name
  )
}

/** The lease ends a claim that could not be deleted. */
async function remove(cluster: Cluster, path: string): Promise<void> {
  await callCluster(cluster, { method: 'DELETE', path }).catch(() => {})
}

function pathOf({ namespace }: Cluster, kind: string): string {
  return `/apis/${EXTENSIONS}/namespaces/${namespace}/${kind}`
}
