/** A transaction of an answer. `value` is hexadecimal. */
export type Transaction = {
  to: string
  from: string
  data: string
  value: string
  chainId: number
  gasLimit?: string | undefined
}

/** Typed data of an answer, as a wallet signs it. */
export type TypedData = {
  domain: Record<string, unknown>
  types: Record<string, readonly { name: string; type: string }[]>
  primaryType: string
  message: Record<string, unknown>
}

export type Limits = {
  pay: readonly { tokenAddress: string; atMost: string }[]
  receive: readonly { tokenAddress: string; atLeast: string; enforced?: boolean; heldBy?: string | undefined }[]
}

/** One thing to send or to sign, with its statement and the limits of its answer. */
export type Step =
  | { kind: 'transaction'; transaction: Transaction; statement: string; limits?: Limits | undefined }
  | { kind: 'message'; typedData: TypedData; statement: string }

/** An answer of any operation that builds transactions or typed data. */
export type Answer = object

type Built = { transaction: Transaction; statement: string; limits?: Limits }
type Permit = {
  domain: Record<string, unknown>
  types: Record<string, { fields: TypedData['types'][string] }>
  values: object
}

type AnyAnswer = {
  transactions?: Built[]
  steps?: Built[]
  approvals?: Built[]
  groups?: Built[]
  typedData?: TypedData
  statement?: string
  limits?: Limits
  v4BatchPermitData?: Permit
  v3NftPermitData?: Permit
  permitStatement?: string
  create?: Transaction
  increase?: Transaction
  decrease?: Transaction
  claim?: Transaction
  transaction?: Transaction | null
}

/** Everything that an answer asks for, in order. */
export function stepsOf(answer: Answer, chainId: number): Step[] {
  const known = answer as AnyAnswer
  const { statement = '', limits, permitStatement = '' } = known
  // Prepared steps repeat their last transaction.
  const whole = known.steps ? undefined : known.transaction
  const one = known.create ?? known.increase ?? known.decrease ?? known.claim ?? whole
  const permit = known.v4BatchPermitData ?? known.v3NftPermitData
  return [
    ...[...(known.approvals ?? []), ...(known.transactions ?? known.steps ?? known.groups ?? [])].map(toStep),
    ...(permit
      ? [{ kind: 'message' as const, typedData: permitData(permit, chainId), statement: permitStatement }]
      : []),
    ...(one ? [{ kind: 'transaction' as const, transaction: one, statement, limits }] : []),
    ...(known.typedData ? [{ kind: 'message' as const, typedData: known.typedData, statement }] : []),
  ]
}

function toStep({ transaction, statement, limits }: Built): Step {
  return { kind: 'transaction', transaction, statement, limits }
}

/** A permit names its chain in words and wraps its types. */
function permitData({ domain, types, values }: Permit, chainId: number): TypedData {
  const unwrapped = Object.entries(types).map(([name, { fields }]) => [name, fields])
  const [primaryType = ''] = Object.keys(types)
  return {
    domain: { ...domain, chainId },
    types: Object.fromEntries(unwrapped),
    primaryType,
    message: values as Record<string, unknown>,
  }
}
