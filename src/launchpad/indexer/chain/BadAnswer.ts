/** An answer that contradicts itself, another one, or the chain's rules: it is asked again, never stored. */
export class BadAnswer extends Error {
  override readonly name = 'BadAnswer'
}
