import { useRef } from 'react'
import { type Prepared, prepare } from '../../api/launchpad.ts'
import { config } from '../../api/siteData.ts'
import type { Receipt } from '../../wallet/Receipt.ts'
import { type Done, send, type Words } from '../../wallet/transactions.ts'
import type { Adapter } from '../Signing.ts'
import { requireTransaction } from '../statements/requireTransaction.ts'
import { type Signing, useSigning } from '../useSigning.ts'
import { comparePrepared } from './comparePrepared.ts'
import type { LaunchpadBody } from './Reviewed.ts'
import { stepsOf } from './steps.ts'

type Options = {
  body: LaunchpadBody
  /** An action that is sent first. */
  before: LaunchpadBody | undefined
  symbol: string
  words: Words
  describe(receipt: Receipt, prepared: Prepared): Promise<Done | undefined>
  onMined(receipt: Receipt, prepared: Prepared): void
}

/** Signing of what the launchpad prepares: approvals where a pool needs them, then the transaction. */
export function useLaunchpadSigning({ body, before, symbol, words, describe, onMined }: Options): Signing<Prepared> {
  const isBeforeDone = useRef(false)
  const adapter: Adapter<Prepared> = {
    key: JSON.stringify([before, body]),
    chainId: config.chainId,
    needsSession: false,
    isContinuous: true,
    settleMs: 0,
    words,
    describe,
    build: (signal) => (before && !isBeforeDone.current ? prepareBoth(before, body, signal) : prepare(body, signal)),
    blockOf: () => undefined,
    stepsOf: (prepared) => stepsOf(prepared, symbol, words.doing),
    async take(step, { steps }) {
      const [first] = steps
      if (!first) throw new Error('There is nothing left to approve.')
      await requireTransaction(first, config.chainId)
      const approval = { doing: step.title, done: 'Approved', failed: 'Nothing was approved; gas was spent.' }
      const { transactionHash, blockNumber } = await send(first.transaction, approval)
      isBeforeDone.current = true
      return { ...step, hash: transactionHash, block: Number(blockNumber) }
    },
    compare: (reviewed, fresh) => comparePrepared(reviewed, fresh, symbol),
    transactionOf: ({ transaction }) => transaction ?? undefined,
    statementOf: ({ statement }) => statement,
    togetherOf: ({ steps }) => steps,
  }
  return useSigning({ adapter, onMined })
}

/** The answer for an action, with the steps of another one before its own. */
async function prepareBoth(before: LaunchpadBody, body: LaunchpadBody, signal?: AbortSignal): Promise<Prepared> {
  const [first, last] = await Promise.all([prepare(before, signal), prepare(body, signal)])
  const known = new Set(last.warnings.map(({ code }) => code))
  return {
    ...last,
    steps: [...first.steps, ...last.steps],
    warnings: [...first.warnings.filter(({ code }) => !known.has(code)), ...last.warnings],
  }
}
