import { createHash } from 'node:crypto'
import { SCRATCH_BYTES, SHARED_MEMORY_BYTES } from '#boxes/isolation/bubblewrapArguments.ts'
import type { Limits } from '#boxes/isolation/Limits.ts'
import type { KubernetesSettings } from '#core/KubernetesSettings.ts'

/** The API group of templates, pools and claims. */
export const EXTENSIONS = 'extensions.agents.x-k8s.io/v1beta1'
export const SANDBOXES = 'agents.x-k8s.io/v1beta1'

/** The relay in the pod needs memory of its own, and tar while files are saved. */
const OVERHEAD_BYTES = 96 * 2 ** 20
const USER = 65_534
/** The first process of the pod: only the signal of the relay ends it, which ends the pod. */
const WAIT = `trap 'exit 0' TERM; while :; do sleep 3600 & wait $!; done`

/** One template and one pool serve all boxes of a size. */
export function poolName(limits: Limits): string {
  const hash = createHash('sha256')
    .update(JSON.stringify(Object.entries(limits).toSorted()))
    .digest('hex')
  return `slipway-box-${hash.slice(0, 12)}`
}

/** A pod without network, privileges or a service account, whose only writable folders are in memory and have a size. */
export function boxTemplate(settings: KubernetesSettings, limits: Limits): object {
  return {
    apiVersion: EXTENSIONS,
    kind: 'SandboxTemplate',
    metadata: { name: poolName(limits) },
    spec: {
      networkPolicyManagement: 'Managed',
      networkPolicy: { ingress: [], egress: [] },
      envVarsInjectionPolicy: 'Disallowed',
      volumeClaimTemplatesPolicy: 'Disallowed',
      podTemplate: { spec: podOf(settings, limits) },
    },
  }
}

export function warmPool({ warm }: KubernetesSettings, limits: Limits): object {
  const name = poolName(limits)
  const spec = { replicas: warm, sandboxTemplateRef: { name } }
  return { apiVersion: EXTENSIONS, kind: 'SandboxWarmPool', metadata: { name }, spec }
}

/** A claim that the cluster removes by itself if its service no longer renews it. */
export function boxClaim(limits: Limits, until: Date): object {
  return {
    apiVersion: EXTENSIONS,
    kind: 'SandboxClaim',
    metadata: { generateName: 'box-', labels: { 'app.kubernetes.io/managed-by': 'slipway' } },
    spec: {
      warmPoolRef: { name: poolName(limits) },
      lifecycle: { shutdownTime: timestamp(until), shutdownPolicy: 'Delete', ttlSecondsAfterFinished: 60 },
    },
  }
}

export function renewal(until: Date): object {
  return { spec: { lifecycle: { shutdownTime: timestamp(until) } } }
}

function timestamp(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`
}

function podOf({ image, runtimeClass }: KubernetesSettings, limits: Limits): object {
  const folders = {
    workspace: { at: '/workspace', bytes: limits.workspaceBytes },
    scratch: { at: '/tmp', bytes: SCRATCH_BYTES },
    memory: { at: '/dev/shm', bytes: SHARED_MEMORY_BYTES },
    skills: { at: '/skills', bytes: SCRATCH_BYTES },
  }
  const resources = { memory: String(limits.memoryBytes + OVERHEAD_BYTES), cpu: String(limits.cpus) }
  return {
    ...(runtimeClass && { runtimeClassName: runtimeClass }),
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    restartPolicy: 'Never',
    terminationGracePeriodSeconds: 0,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: USER,
      runAsGroup: USER,
      fsGroup: USER,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [
      {
        name: 'box',
        image,
        command: ['/bin/sh', '-c', WAIT],
        workingDir: '/workspace',
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        resources: { requests: { ...resources, cpu: '50m' }, limits: resources },
        volumeMounts: Object.entries(folders).map(([name, { at }]) => ({ name, mountPath: at })),
      },
    ],
    volumes: Object.entries(folders).map(([name, { bytes }]) => ({
      name,
      emptyDir: { medium: 'Memory', sizeLimit: String(bytes) },
    })),
  }
}
