export type ExecuteCode =
  | 'NOTHING_TO_SEND'
  | 'STATEMENT_INVALID'
  | 'STATEMENT_EXPIRED'
  | 'TRANSACTION_DIFFERS'
  | 'MESSAGE_DIFFERS'
  | 'LIMITS_DIFFER'
  | 'OVER_LIMIT'
  | 'OTHER_RECIPIENT'
  | 'OTHER_ACCOUNT'
  | 'OTHER_CHAIN'
  | 'REVERTED'
  | 'NOT_MINED'

/** The answer was not executed, or a transaction of it reverted. The message says what to do. */
export class ExecuteError extends Error {
  override readonly name = 'ExecuteError'
  readonly code: ExecuteCode

  constructor(code: ExecuteCode, message: string) {
    super(message)
    this.code = code
  }
}
