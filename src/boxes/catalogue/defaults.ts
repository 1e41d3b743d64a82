import type { Size } from '#boxes/isolation/Limits.ts'

/** What a box runs when its creator does not say, and what waits started ahead. */
export const DEFAULT_AGENT = 'desk'
export const WARM_SIZE: Size = 'small'
