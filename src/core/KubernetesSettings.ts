import { z } from 'zod'

const Name = z.string().regex(/^[a-z0-9]([-a-z0-9.]{0,61}[a-z0-9])?$/, 'must be a name in Kubernetes, such as boxes')

/** The cluster whose pods run boxes. Inside a pod, the address and the files of its service account are known. */
export const KubernetesSettings = z.strictObject({
  image: z.string().min(1),
  server: z.url({ protocol: /^https$/, error: 'must be an https:// URL' }).optional(),
  namespace: Name.optional(),
  caFile: z.string().min(1).optional(),
  tokenFile: z.string().min(1).optional(),
  runtimeClass: Name.optional(),
  warm: z.int().min(0).max(50).default(1),
})
export type KubernetesSettings = z.infer<typeof KubernetesSettings>
