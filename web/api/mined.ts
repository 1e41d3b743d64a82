import { createStore } from '../store.ts'

/** How many transactions of this page have been mined; queries that depend on the chain read again when it grows. */
export const minedCount = createStore(0)
