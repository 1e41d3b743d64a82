import { invalidField } from '#core/ApiError.ts'
import type { MigrateRequest } from './request.ts'

export function requireOtherPool(reference: string, { existingPool }: MigrateRequest): void {
  if (reference.toLowerCase() !== existingPool?.poolReference.toLowerCase()) return
  const problem = 'is the pool that the position is in. Send another one, or use /lp/rerange'
  throw invalidField('existingPool.poolReference', problem)
}
