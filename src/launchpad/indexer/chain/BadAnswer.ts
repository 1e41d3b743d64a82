/** An answer that contradicts itself, another answer or the rules of the chain. It is retried, never stored. */
export class BadAnswer extends Error {
  override readonly name = 'BadAnswer'
}
