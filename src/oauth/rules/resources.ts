import { RESOURCES } from '#core/Resource.ts'

/** The resource that a client named, as it is written in tokens; undefined if it is not ours. */
export function canonicalResource(baseUrl: string, resource: string): string | undefined {
  const trimmed = resource.replace(/\/$/, '')
  return RESOURCES.map((path) => baseUrl + path).find((known) => known === trimmed)
}

/** The resource of clients that name none: revisions of MCP before 2025-06-18 do not. */
export function defaultResource(baseUrl: string): string {
  return `${baseUrl}/mcp`
}
