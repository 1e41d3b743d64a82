import { chainById } from '../../wallet/chains.ts'
import { connection, requireChain } from '../../wallet/connection.ts'
import { ask, WalletFailure } from '../../wallet/Provider.ts'
import { send } from '../../wallet/transactions.ts'
import type { DoneStep, Step } from '../Signing.ts'
import { requireTransaction } from '../statements/requireTransaction.ts'
import { type Built, chainIdOf, type LpRequest, NO_APPROVAL, type SignedPermit, walletOf } from './LpRequest.ts'
import { permitTypedData } from './permitTypedData.ts'

/** Sends the first approval that is still needed. */
export async function sendApproval(step: Step, { answer, approval }: Built, chainId: number): Promise<DoneStep> {
  const [first] = [...approval.transactions, ...(answer.approvals ?? [])]
  if (!first) throw new Error('There is nothing left to approve.')
  await requireTransaction(first, chainId)
  const words = { doing: step.title, done: 'Approved', failed: 'Nothing was approved; gas was spent.' }
  const { transactionHash, blockNumber } = await send(first.transaction, words)
  return { ...step, hash: transactionHash, block: Number(blockNumber) }
}

/** Sends the first of several transactions; the answer with those that remain goes on, because its limits still hold. */
export async function sendStep(
  step: Step,
  { answer }: Built,
  chainId: number,
): Promise<{ taken: DoneStep; left: Built }> {
  const [first, ...steps] = answer.steps ?? []
  if (!first) throw new Error('There is nothing left to send.')
  if (answer.simulation?.ok !== true) throw new Error('This would fail. Nothing was sent.')
  await requireTransaction(first, chainId)
  const words = { doing: step.title, done: 'Sent', failed: 'Nothing was changed; gas was spent.' }
  const { transactionHash, blockNumber } = await send(first.transaction, words)
  const taken = { ...step, hash: transactionHash, block: Number(blockNumber) }
  return { taken, left: { answer: { ...answer, steps, approvals: [] }, approval: NO_APPROVAL } }
}

export async function signPermit(request: LpRequest, { approval }: Built): Promise<SignedPermit> {
  const wallet = connection.get()
  const data = approval.v4BatchPermitData
  if (wallet.status !== 'connected' || !data) throw new WalletFailure('Connect a wallet first.')
  const typed = permitTypedData(data, chainIdOf(request))
  const { requireTypedData } = await import('../statements/requireTypedData.ts')
  await requireTypedData(typed, approval.permitStatement)
  await requireChain(wallet.provider, chainById(chainIdOf(request)))
  const asked = [wallet.address, JSON.stringify(typed)]
  const signature = await ask<string>(wallet.provider, 'eth_signTypedData_v4', asked)
  return { data, signature, wallet: walletOf(request) }
}
