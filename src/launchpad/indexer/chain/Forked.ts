/** The chain continues from another block than the checkpoint. */
export class Forked extends Error {
  override readonly name = 'Forked'
}
