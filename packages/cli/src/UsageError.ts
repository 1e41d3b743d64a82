/** The command cannot be run as given; the message says what to type. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
