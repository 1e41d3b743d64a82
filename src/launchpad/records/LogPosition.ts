/** A log's place on the chain as one number: later logs have higher ones, and it stays a safe integer for centuries. */
const LOGS_PER_BLOCK = 2 ** 20

export function of(block: number, logIndex: number): number {
  if (logIndex >= LOGS_PER_BLOCK)
    throw new RangeError(`Log ${logIndex} of block ${block} is beyond what a block holds.`)
  return block * LOGS_PER_BLOCK + logIndex
}

/** The place before every log of `block`. */
export function startOf(block: number): number {
  return block * LOGS_PER_BLOCK
}

export function block(position: number): number {
  return Math.floor(position / LOGS_PER_BLOCK)
}

export function logIndex(position: number): number {
  return position % LOGS_PER_BLOCK
}
