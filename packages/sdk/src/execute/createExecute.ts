import type { Caller } from '../createCaller.ts'
import { publicKeys } from '../operations.generated.ts'
import { checkStep, checkTotals } from './checkStep.ts'
import { ExecuteError } from './ExecuteError.ts'
import type { Executed, ExecuteOptions } from './ExecuteOptions.ts'
import { type PublicKey, readStatement, type Statement } from './readStatement.ts'
import { type Answer, stepsOf } from './Step.ts'
import { sendAll } from './sendAll.ts'
import type { Wallet } from './Wallet.ts'

export type Execute = (answer: Answer, wallet: Wallet, options?: ExecuteOptions) => Promise<Executed>

type Options = {
  client: { call: Caller }
  /** The origin in statements. Default: that of the client. */
  issuer?: string
  now?: () => number
}

/**
 * Creates `execute`, which sends and signs what an answer asks for. Everything is checked before the first step: the
 * signature of each statement, that the transaction is the stated one, account, chain, recipient and limits.
 */
export function createExecute({ client, issuer = new URL(client.call.url).origin, now = Date.now }: Options): Execute {
  let keys: readonly PublicKey[] = []

  /** A key that is not known yet may be a new one. */
  async function verify(statement: string): Promise<Statement> {
    try {
      return await readStatement(statement, { keys, issuer, now: now() })
    } catch (error) {
      if (!(error instanceof ExecuteError) || error.code !== 'STATEMENT_INVALID') throw error
      keys = ((await client.call(publicKeys, {})) as { keys: PublicKey[] }).keys
      return readStatement(statement, { keys, issuer, now: now() })
    }
  }

  return async (answer, wallet, options = {}) => {
    const chainId = await wallet.getChainId()
    const account = wallet.account?.address
    if (!account) throw new ExecuteError('OTHER_ACCOUNT', 'The wallet client has no account. Create it with one.')
    const steps = stepsOf(answer, chainId)
    if (steps.length === 0 && !('transactions' in answer))
      throw new ExecuteError('NOTHING_TO_SEND', 'The answer has nothing to send or to sign.')
    const statements: Statement[] = []
    for (const step of steps) {
      const statement = await verify(step.statement)
      await checkStep(step, statement, { account, chainId, accepted: options })
      statements.push(statement)
    }
    checkTotals(statements, options)
    if (options.dryRun) return { hashes: [], statements }
    return { ...(await sendAll(steps, wallet, options)), statements }
  }
}
