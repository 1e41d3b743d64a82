/** The chain does not continue from the checkpoint. */
export class Forked extends Error {
  override readonly name = 'Forked'
}
