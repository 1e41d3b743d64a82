import { pause } from '../retry.ts'
import { ExecuteError } from './ExecuteError.ts'
import type { Executed, ExecuteOptions } from './ExecuteOptions.ts'
import type { Step, Transaction } from './Step.ts'
import { ask, type Wallet } from './Wallet.ts'

type Sent = Omit<Executed, 'statements'>
type TransactionStep = Extract<Step, { kind: 'transaction' }>

const POLL_MS = 250

/** Sends and signs checked steps in order; at once, if the wallet can execute several transactions as one. */
export async function sendAll(steps: readonly Step[], wallet: Wallet, options: ExecuteOptions): Promise<Sent> {
  const transactions = steps.filter((step) => step.kind === 'transaction')
  if (transactions.length > 1 && transactions.length === steps.length && (await isAtomic(wallet)))
    return { hashes: await sendTogether(transactions, wallet, options.signal) }
  const sent: Sent = { hashes: [] }
  for (const [index, step] of steps.entries()) {
    const progress = { step: index + 1, of: steps.length, kind: step.kind }
    options.onStep?.(progress)
    if (step.kind === 'message') sent.signature = await sign(step, wallet)
    else sent.hashes.push(await send(step.transaction, wallet, options))
    const [hash] = sent.hashes.slice(-1)
    const result = step.kind === 'message' ? { signature: sent.signature ?? '' } : { hash: hash ?? '' }
    options.onStep?.({ ...progress, ...result })
  }
  return sent
}

async function send(
  { to, data, value, gasLimit }: Transaction,
  wallet: Wallet,
  options: ExecuteOptions,
): Promise<string> {
  const { account } = wallet
  // Fees are the wallet's own: those of the answer are not part of its statement.
  const gas = gasLimit === undefined ? {} : { gas: BigInt(gasLimit) }
  const transaction = { account, chain: null, to, data, value: BigInt(value), ...gas }
  const hash = await (wallet.sendTransaction as (transaction: object) => Promise<string>)(transaction)
  await mined(wallet, hash, options)
  return hash
}

function sign({ typedData }: Extract<Step, { kind: 'message' }>, wallet: Wallet): Promise<string> {
  const { account } = wallet
  return (wallet.signTypedData as (typedData: object) => Promise<string>)({ account, ...typedData })
}

async function mined(wallet: Wallet, hash: string, { minedWithinMs, signal }: ExecuteOptions): Promise<void> {
  const end = performance.now() + (minedWithinMs ?? Number.POSITIVE_INFINITY)
  for (;;) {
    const receipt = (await ask(wallet, { method: 'eth_getTransactionReceipt', params: [hash] })) as Receipt | null
    if (receipt) return requireSuccess(receipt.status, hash)
    if (performance.now() >= end)
      throw new ExecuteError('NOT_MINED', `The transaction ${hash} is sent and not mined yet. Look for it later.`)
    await pause(POLL_MS, signal)
  }
}

type Receipt = { status: string; transactionHash?: string }

function requireSuccess(status: string, hash: string): void {
  if (status !== '0x1')
    throw new ExecuteError('REVERTED', `The transaction ${hash} reverted. Nothing but its fee was spent by it.`)
}

/** Whether the wallet executes several calls as one transaction (EIP-5792). */
async function isAtomic(wallet: Wallet): Promise<boolean> {
  try {
    const chainId = `0x${(await wallet.getChainId()).toString(16)}`
    const params = [wallet.account?.address, [chainId]]
    const answer = await ask(wallet, { method: 'wallet_getCapabilities', params })
    const status = (answer as Record<string, { atomic?: { status?: string } }>)[chainId]?.atomic?.status
    return status === 'supported' || status === 'ready'
  } catch {
    // A wallet that does not know the method sends one transaction after the other.
    return false
  }
}

async function sendTogether(
  steps: readonly TransactionStep[],
  wallet: Wallet,
  signal?: AbortSignal,
): Promise<string[]> {
  const chainId = `0x${(await wallet.getChainId()).toString(16)}`
  const calls = steps.map(({ transaction: { to, data, value } }) => ({
    to,
    data,
    value: `0x${BigInt(value).toString(16)}`,
  }))
  const bundle = { version: '2.0.0', chainId, from: wallet.account?.address, atomicRequired: true, calls }
  const { id } = (await ask(wallet, { method: 'wallet_sendCalls', params: [bundle] })) as { id: string }
  for (;;) {
    const { status, receipts = [] } = (await ask(wallet, { method: 'wallet_getCallsStatus', params: [id] })) as Bundle
    if (status >= 400)
      throw new ExecuteError('REVERTED', 'The wallet could not execute the calls. None of them happened.')
    if (status >= 200) return receipts.flatMap(({ transactionHash }) => transactionHash ?? [])
    await pause(POLL_MS, signal)
  }
}

type Bundle = { status: number; receipts?: Receipt[] }
