/** A log's block and index as one number that increases along the chain and stays a safe integer for centuries. */
const LOGS_PER_BLOCK = 2 ** 20

export function of(block: number, logIndex: number): number {
  if (logIndex >= LOGS_PER_BLOCK)
    throw new RangeError(`Log index ${logIndex} of block ${block} exceeds ${LOGS_PER_BLOCK - 1}.`)
  return block * LOGS_PER_BLOCK + logIndex
}

/** The position of the first log of `block`. */
export function startOf(block: number): number {
  return block * LOGS_PER_BLOCK
}

export function block(position: number): number {
  return Math.floor(position / LOGS_PER_BLOCK)
}

export function logIndex(position: number): number {
  return position % LOGS_PER_BLOCK
}
