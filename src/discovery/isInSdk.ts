import type { Operation } from '#core/Operation.ts'

/**
 * Whether the SDK offers an operation: all but protocols that have clients of their own, images, and paths whose prefix a
 * deployment chooses.
 */
export function isInSdk({ body, path, contentType, name }: Operation): boolean {
  if (body === 'raw' || path.startsWith('/oauth/') || path.startsWith('/a2a') || contentType.startsWith('image/'))
    return false
  return !name.endsWith('Prefixed') && name !== 'getLaunchpadDiscovery'
}
