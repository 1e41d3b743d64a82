import { connection } from '../wallet/connection.ts'
import { ask, WalletFailure } from '../wallet/Provider.ts'
import { type Receipt, send } from '../wallet/transactions.ts'
import { compareAnswers } from './compareAnswers.ts'
import { type Built, chainIdOf, type LpRequest, type SignedPermit, transactionOf, walletOf } from './LpRequest.ts'
import { permitTypedData } from './permitTypedData.ts'
import type { DoneStep, LpStep } from './steps.ts'

/** Sends the first approval that is still needed. */
export async function sendApproval(step: LpStep, { approval }: Built): Promise<DoneStep> {
  const transaction = approval.transactions[0]?.transaction
  if (!transaction) throw new Error('There is nothing left to approve.')
  const words = { doing: step.title, done: 'Approved', failed: 'Nothing was approved; gas was spent.' }
  return minedStep(step, await send(transaction, words))
}

/** Has the wallet sign the permit. */
export async function signPermit(request: LpRequest, { approval }: Built): Promise<SignedPermit> {
  const wallet = connection.get()
  const data = approval.v4BatchPermitData
  if (wallet.status !== 'connected' || !data) throw new WalletFailure('Connect a wallet first.')
  const typed = permitTypedData(data, chainIdOf(request))
  const signature = await ask<string>(wallet.provider, 'eth_signTypedData_v4', [wallet.address, typed])
  return { data, signature, wallet: walletOf(request) }
}

/** The transaction, where what was just built still holds what was reviewed, needs nothing more and went well in simulation. */
export function signable(reviewed: Built | undefined, { answer, approval }: Built) {
  const isSame = reviewed !== undefined && compareAnswers(reviewed.answer, answer).length === 0
  const isReady = approval.transactions.length === 0 && answer.simulation?.ok === true
  return isSame && isReady ? transactionOf(answer) : undefined
}

function minedStep(step: LpStep, { transactionHash, blockNumber }: Receipt): DoneStep {
  return { ...step, hash: transactionHash, block: Number(blockNumber) }
}
