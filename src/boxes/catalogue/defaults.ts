import type { Size } from '#boxes/isolation/Limits.ts'

/** The agent of a new box and of the warm pool. */
export const DEFAULT_AGENT = 'desk'
export const WARM_SIZE: Size = 'small'
