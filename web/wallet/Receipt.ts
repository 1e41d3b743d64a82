/** A mined transaction, as its chain describes it. */
export type Receipt = {
  status: string
  blockNumber: string
  transactionHash: string
  from: string
  gasUsed: string
  effectiveGasPrice: string
  logs: { address: string; topics: string[]; data: string }[]
}
