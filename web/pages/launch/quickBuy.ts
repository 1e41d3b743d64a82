import type { Token } from '../../api/launchpad.ts'
import { createStore } from '../../store.ts'

/** The token whose trade box is open over the list. */
export const quickBuy = createStore<Token | undefined>(undefined)
