import { type Address, isAddressEqual } from 'viem'
import type { Context, View } from '#batch/Context.ts'
import type { Request } from '#batch/wire.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'
import type { Call } from '#core/Operation.ts'
import type { Attest, BuiltTransaction } from '#core/Statement.ts'
import { completed } from './completed.ts'
import { type Answer, partsOf, type Sent } from './partsOf.ts'

export type Part = { readonly answer: Answer; readonly sent: readonly Sent[] }

/** The index of an operation, and the chain in the state that the earlier ones leave. */
export type Place = { readonly index: number; readonly chains: View['chains']; readonly call: Call }

type RequestedOperation = { readonly operation: string; readonly body: Readonly<Record<string, unknown>> }

/** Builds one operation by its own path, on the state that the earlier calls leave. */
export async function buildPart(
  context: Context,
  { operation, body }: RequestedOperation,
  { index, chains, call, ...request }: Place & Pick<Request, 'walletAddress' | 'chainId'>,
): Promise<Part> {
  try {
    const built = new Map<string, BuiltTransaction>()
    const view = { chains, attest: recording(context.attest, built) }
    const path = context.operationsOn(view).find(({ name }) => name === operation)
    if (!path?.handle) throw new ApiError('failed_precondition', `${operation} is not served here. Leave it out.`)
    const decoded = context.decode(path.request, completed(operation, body, request)) as object
    requireOwn(decoded, request)
    const answer = (await path.handle(decoded as never, call)) as Answer
    requireSent(answer)
    return { answer, sent: partsOf(answer, built, index) }
  } catch (error) {
    throw error instanceof ApiError ? located(error, index) : error
  }
}

/** Records the transactions that statements are made about. */
function recording(attest: Attest, built: Map<string, BuiltTransaction>): Attest {
  return {
    ...attest,
    async transaction(one) {
      const statement = await attest.transaction(one)
      built.set(statement, one)
      return statement
    },
  }
}

type Decoded = {
  readonly walletAddress?: Address
  readonly from?: Address
  readonly chainId?: number
  readonly poolParameters?: { readonly chainId: number }
  readonly recipient?: Address
  readonly batchPermitData?: unknown
  readonly v4BatchPermitData?: unknown
  readonly mandate?: unknown
  readonly spender?: unknown
}

function requireOwn(decoded: Decoded, { walletAddress, chainId }: Pick<Request, 'walletAddress' | 'chainId'>): void {
  const wallet = decoded.walletAddress ?? decoded.from ?? walletAddress
  if (!isAddressEqual(wallet, walletAddress)) throw invalidField('walletAddress', 'must be the wallet of the batch')
  const own = decoded.chainId ?? decoded.poolParameters?.chainId ?? chainId
  if (own !== chainId) throw invalidField('chainId', 'must be the chain of the batch')
  if (decoded.recipient && !isAddressEqual(decoded.recipient, walletAddress))
    throw invalidField('recipient', 'must be left out: the proceeds of a batch go to its wallet')
  if (decoded.spender)
    throw invalidField('spender', 'must be left out: an allowance outlives the batch, and its limits do not count it')
  if (decoded.mandate) throw invalidField('mandate', 'must be left out: the wallet itself sends a batch')
  if (decoded.batchPermitData ?? decoded.v4BatchPermitData)
    throw invalidField('signature', 'must be left out with its permit: a batch has its approvals among its calls')
}

function requireSent({ typedData, simulation }: Answer): void {
  if (typedData) throw invalidField('action', 'signs a message and sends nothing: leave it out')
  if (simulation?.ok !== false) return
  const { code = 'SIMULATION_ERROR', message = 'It fails in the simulation.' } = simulation
  throw new ApiError('failed_precondition', message, { details: [{ type: code, value: message }] })
}

/** The error of an operation, with its index, so that the caller knows which one to change. */
function located({ code, message, details = [] }: ApiError, index: number): ApiError {
  const fields = details.map(({ type, value }) =>
    type === 'field' ? { type, value: `operations.${index}.body.${value}` } : { type, value },
  )
  return new ApiError(code, `Operation ${index}: ${message}`, {
    details: [{ type: 'operation', value: String(index) }, ...fields],
  })
}
