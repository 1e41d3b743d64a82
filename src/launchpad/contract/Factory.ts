/** The launch contract, and the block from which on its logs are read. */
export type Factory = { address: string; startBlock: number; chainId: number }
