import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KubernetesSettings } from '#core/KubernetesSettings.ts'

/** The API server of a cluster, and the namespace of the boxes in it. */
export type Cluster = {
  server: URL
  ca: Buffer
  namespace: string
  /** The token of the service account; the kubelet replaces its file from time to time. */
  token(): Promise<string>
}

const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount'

export async function openCluster(settings: KubernetesSettings): Promise<Cluster> {
  const { caFile = join(ACCOUNT, 'ca.crt'), tokenFile = join(ACCOUNT, 'token') } = settings
  const read = (path: string) => readFile(path, 'utf8').then((text) => text.trim())
  return {
    server: new URL(settings.server ?? serverOfPod()),
    ca: await readFile(caFile),
    namespace: settings.namespace ?? (await read(join(ACCOUNT, 'namespace'))),
    token: () => read(tokenFile),
  }
}

/** The address of a path of the API; a server behind a gateway has a path of its own. */
export function urlOf({ server }: Cluster, path: string): URL {
  return new URL(`${server.pathname.replace(/\/+$/, '')}${path}`, server)
}

function serverOfPod(): string {
  // biome-ignore lint/style/noProcessEnv: the kubelet sets them in every pod
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = process.env
  if (host) return `https://${host.includes(':') ? `[${host}]` : host}:${port ?? 443}`
  throw new Error('The service does not run in a pod. Set the API server: BOX_KUBERNETES={"server":"https://…", …}.')
}
