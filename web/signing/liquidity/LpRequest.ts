import { RISKS } from '#liquidity/risks.ts'
import type {
  LpAnswer,
  LpApproval,
  LpBuild,
  LpTransaction,
  PermitData,
  Protocol,
  TokenAmount,
} from '../../api/liquidity.ts'

/** A path of the liquidity API and its body, without permit and simulation. */
export type LpRequest = { path: LpBuild; body: Record<string, unknown> }

export type SignedPermit = { data: PermitData; signature: string; wallet: string }

/** The answer of a path, and the approvals the wallet still needs. */
export type Built = {
  answer: LpAnswer
  approval: LpApproval
  /** Whether the wallet sends the approvals of the answer and its transaction as one. */
  isTogether?: boolean
}

/** The wallet needs no approval. */
export const NO_APPROVAL: LpApproval = { transactions: [], kycRequiredWarnings: [] }

const ACTIONS: Record<LpBuild, 'CREATE' | 'INCREASE' | 'DECREASE' | undefined> = {
  create: 'CREATE',
  create_classic: 'CREATE',
  increase: 'INCREASE',
  decrease: 'DECREASE',
  claim_fees: undefined,
  compound: undefined,
  rerange: undefined,
  zap_in: undefined,
  zap_out: undefined,
  migrate: undefined,
  batch: undefined,
}

/** Paths that add to a position, and the risks that the review asks for first. */
const DEPOSITS: ReadonlySet<LpBuild> = new Set([
  'create',
  'create_classic',
  'increase',
  'compound',
  'rerange',
  'zap_in',
  'migrate',
  'batch',
])
const RECIPES: ReadonlySet<LpBuild> = new Set(['compound', 'rerange', 'zap_in', 'zap_out', 'migrate', 'batch'])

export function isDeposit({ path }: LpRequest): boolean {
  return DEPOSITS.has(path)
}

/** Whether the answer has its own approvals. */
export function isRecipe({ path }: LpRequest): boolean {
  return RECIPES.has(path)
}

export function protocolOf({ path, body }: LpRequest): Protocol {
  return path === 'create_classic' ? 'V2' : (body['protocol'] as Protocol)
}

export function walletOf({ body }: LpRequest): string {
  return String(body['walletAddress'])
}

export function chainIdOf({ path, body }: LpRequest): number {
  const { chainId } = (path === 'create_classic' ? body['poolParameters'] : body) as { chainId: number }
  return chainId
}

/** Names what the user asks for. The gas of an approval changes the balance; that is not another request. */
export function keyOf(request: LpRequest): string {
  return JSON.stringify(request, (name, value) => (name === 'nativeTokenBalance' ? 'known' : value))
}

/** The body with everything that makes its answer complete. */
export function bodyOf(request: LpRequest, permit: SignedPermit | undefined): Record<string, unknown> {
  const permitField = request.path === 'create' ? 'batchPermitData' : 'v4BatchPermitData'
  return {
    ...request.body,
    // The review asks for each of these risks in words before the wallet opens.
    ...(isDeposit(request) && request.path !== 'batch' && { acceptRisks: RISKS }),
    ...(permit && { [permitField]: permit.data, signature: permit.signature }),
  }
}

/** The body for /lp/check_approval; undefined where nothing ever needs approval. */
export function approvalBodyOf(request: LpRequest, { limits }: LpAnswer): Record<string, unknown> | undefined {
  const action = ACTIONS[request.path]
  const protocol = protocolOf(request)
  if (action === undefined || (action === 'DECREASE' && protocol !== 'V2')) return undefined
  const lpTokens =
    action === 'DECREASE'
      ? limits.receive.map(({ tokenAddress, atLeast }) => ({ tokenAddress, amount: atLeast }))
      : limits.pay.map(({ tokenAddress, atMost }) => ({ tokenAddress, amount: atMost }))
  if (lpTokens.length === 0) return undefined
  return {
    walletAddress: walletOf(request),
    chainId: chainIdOf(request),
    protocol,
    action,
    lpTokens,
    includeGasInfo: true,
  }
}

/** The last transaction of an answer, whatever it does. */
export function transactionOf(answer: LpAnswer): LpTransaction | undefined {
  const { create, increase, decrease, claim, transaction, steps } = answer
  return create ?? increase ?? decrease ?? claim ?? transaction ?? steps?.at(-1)?.transaction
}

/** The service's statement about that transaction. */
export function statementOf({ statement, steps }: LpAnswer): string | undefined {
  return statement ?? steps?.at(-1)?.statement
}

/** Every transaction of an answer in order, approvals first. */
export function partsOf(answer: LpAnswer): { transaction: LpTransaction; statement: string }[] {
  const { approvals = [], steps, statement } = answer
  const transaction = transactionOf(answer)
  return [...approvals, ...(steps ?? (transaction && statement ? [{ transaction, statement }] : []))]
}

/** The amounts at the price that was read. */
export function amountsOf(answer: LpAnswer): TokenAmount[] {
  const { token0, token1, independentToken, dependentToken, received } = answer
  if (received) return received
  return [token0 ?? independentToken, token1 ?? dependentToken].filter((amount) => amount !== undefined)
}

/** Whether a signed permit covers the current request. */
export function covers(permit: SignedPermit | undefined, wanted: PermitData | undefined, wallet: string): boolean {
  if (!wanted) return true
  if (!permit || permit.wallet !== wallet || Number(permit.data.values.sigDeadline) * 1000 < Date.now() + 60_000)
    return false
  const { values } = permit.data
  if (values.spender !== wanted.values.spender) return false
  return wanted.values.details.every(({ token, amount, nonce }) =>
    values.details.some(
      // Both the requested and the signed amount include headroom, so they may differ by a twentieth.
      (signed) =>
        signed.token === token && signed.nonce === nonce && BigInt(signed.amount) * 21n >= BigInt(amount) * 20n,
    ),
  )
}
