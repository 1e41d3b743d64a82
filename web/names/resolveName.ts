import { request } from '../api/request.ts'
import { config } from '../api/siteData.ts'

type Resolved = { name: string; address: string }

/** Whether a text is meant as a name, where the deployment has names. */
export function isName(text: string): boolean {
  return config.hasNames && /^[^\s.]+(\.[^\s.]+)+$/.test(text)
}

/** The account of a name at the newest block. */
export function resolve(name: string, signal?: AbortSignal): Promise<Resolved> {
  return request<Resolved>(`/api/names/${encodeURIComponent(name)}`, signal && { signal })
}
