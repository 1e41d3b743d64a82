import { createWalletClient, http } from 'viem'
import { createExecute } from '../../sdk/src/execute/createExecute.ts'
import type { Executed, ExecuteOptions } from '../../sdk/src/execute/ExecuteOptions.ts'
import { type Answer, type Step, stepsOf } from '../../sdk/src/execute/Step.ts'
import type { Wallet } from '../../sdk/src/execute/Wallet.ts'
import type { Output } from './Output.ts'
import type { Session } from './Session.ts'
import { UsageError } from './UsageError.ts'

const CHAIN_ID = 4663
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

export type Performed = { status: 'sent' | 'checked' | 'unsigned'; executed?: Executed; steps: readonly Step[] }

/** Checks an answer and, if the person agrees, signs and sends it. */
export async function perform(
  session: Session,
  answer: Answer & { summary?: string; chainId?: number },
  limits: Pick<ExecuteOptions, 'minedWithinMs'> = {},
): Promise<Performed> {
  const chainId = answer.chainId ?? CHAIN_ID
  const steps = stepsOf(answer, chainId)
  const { isUnsigned, isDryRun } = session.options
  if (isUnsigned || (!session.hasSigner && !isDryRun)) return { status: 'unsigned', steps }
  const execute = createExecute({ client: session.client })
  if (isDryRun) {
    const executed = await execute(answer, await readOnlyWallet(session, chainId), { dryRun: true })
    return { status: 'checked', executed, steps }
  }
  const wallet = await openWallet(session)
  await confirm(session, answer.summary)
  const executed = await execute(answer, wallet, {
    ...limits,
    signal: session.signal,
    onStep: ({ step, of, hash, kind }) => session.note(hash ? `  mined ${hash}` : `${step} of ${of}: ${WORDS[kind]} …`),
  })
  return { status: 'sent', executed, steps }
}

const WORDS = { transaction: 'sending a transaction', message: 'signing a message' }

/** The result of a command that sends, in words and as JSON. */
export function sentOutput({ status, executed, steps }: Performed, sentence: string, facts: object = {}): Output {
  const { hashes = [], signature } = executed ?? {}
  const json = { status, ...facts, hashes, ...(signature && { signature }), ...(status !== 'sent' && { steps }) }
  if (status === 'sent') return { json, text: sentence }
  if (status === 'checked') return { json, text: `${sentence}\nChecked, nothing was sent.` }
  return { json, text: `${sentence}\nUnsigned: ${steps.length} to sign.\n${JSON.stringify(steps, null, 2)}` }
}

/** Asks before anything is signed. */
async function confirm({ options, terminal }: Session, summary = 'The answer has no summary.'): Promise<void> {
  if (options.isConfirmed) return
  if (!terminal.isInteractive)
    throw new UsageError('Without a terminal, pass --yes to send or --dry-run to check only.')
  terminal.note(summary)
  const answer = await terminal.ask('Sign and send? [y/N] ')
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('Nothing was sent.')
}

async function readOnlyWallet(session: Session, chainId: number): Promise<Wallet> {
  const refuse = () => Promise.reject(new Error('A dry run signs nothing.'))
  const address = await session.from()
  return {
    account: { address },
    getChainId: async () => chainId,
    sendTransaction: refuse,
    signTypedData: refuse,
    request: refuse,
  }
}

async function openWallet(session: Session): Promise<Wallet> {
  const account = await session.signer()
  return createWalletClient({ account, transport: http(await rpcUrlOf(session)) }) as unknown as Wallet
}

/** A node that the service names is used only on this machine: a stranger's node could ask for any fee. */
async function rpcUrlOf({ options, client }: Session): Promise<string> {
  if (options.rpc !== undefined) return options.rpc
  const devnet = await client.try.getDevnet()
  const url = devnet.value?.rpcUrl
  if (url !== undefined && LOOPBACK.includes(new URL(url).hostname)) return url
  throw new UsageError('Pass --rpc with the URL of a node of the chain, or set SLIPWAY_RPC_URL.')
}
