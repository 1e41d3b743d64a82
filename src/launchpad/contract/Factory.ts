import type { Address } from 'viem'

/** The launch contract, and the first block whose logs are indexed. */
export type Factory = { address: Address; startBlock: number; chainId: number }
