import type { Box } from '#boxes/store/boxes.ts'
import { ApiError } from '#core/ApiError.ts'

/** Slots for calls in progress, limited per box and per developer. */
export type Places = {
  /** Takes a slot until it is disposed; throws when all are taken. */
  take(box: Pick<Box, 'id' | 'developer_id'>): Disposable
}

export function createPlaces({ perBox, perDeveloper }: { perBox: number; perDeveloper: number }): Places {
  const taken = new Map<string, number>()
  const countOf = (key: string) => taken.get(key) ?? 0
  const change = (key: string, by: number) => {
    if (countOf(key) + by > 0) taken.set(key, countOf(key) + by)
    else taken.delete(key)
  }
  return {
    take({ id, developer_id }) {
      if (countOf(id) >= perBox || countOf(developer_id) >= perDeveloper)
        throw new ApiError(
          'resource_exhausted',
          `At most ${perBox} calls of a box and ${perDeveloper} of a developer run at once. Try again in a moment.`,
        )
      for (const key of [id, developer_id]) change(key, 1)
      return {
        [Symbol.dispose]() {
          for (const key of [id, developer_id]) change(key, -1)
        },
      }
    },
  }
}
