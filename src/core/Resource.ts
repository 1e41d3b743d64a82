/** The protected resources of the service (RFC 9728): the REST API, and the protocol endpoints by their path. */
export const RESOURCES = ['', '/mcp', '/a2a'] as const

export type Resource = (typeof RESOURCES)[number]

/** The resource that a path belongs to. */
export function resourceOf(path: string): Resource {
  return RESOURCES.find((resource) => resource !== '' && (path === resource || path.startsWith(`${resource}/`))) ?? ''
}
