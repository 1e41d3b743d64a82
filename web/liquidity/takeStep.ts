import { connection } from '../wallet/connection.ts'
import { ask, WalletFailure } from '../wallet/Provider.ts'
import { rpc } from '../wallet/rpc.ts'
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

const TRIES = 8
const PAUSE_MS = 300

/** Built from a block that is no older than this call: an answer from before it would not show what has happened since. */
export async function builtSince(build: () => Promise<Built | undefined>): Promise<Built | undefined> {
  const head = Number(await rpc<string>('eth_blockNumber', []).catch(() => '0x0'))
  let built = await build()
  for (let tries = 1; built && Number(built.answer.blockNumber) < head && tries < TRIES; tries++) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    built = await build()
  }
  return built
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
