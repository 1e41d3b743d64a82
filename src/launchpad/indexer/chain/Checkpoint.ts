/** The last block whose logs are in the tables; `time` in seconds. */
export type Checkpoint = { block: number; hash: string; time: number }
