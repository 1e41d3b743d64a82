import { exact } from '#site/format.ts'
import type { Prepared, Transaction } from '../../api/launchpad.ts'
import type { Step } from '../Signing.ts'

const APPROVE = '0x095ea7b3'
const PERMIT2_APPROVE = '0x87517c45'

/** Approvals in words of our own: the API's sentences carry whole addresses and times, too long for a step. */
export function stepsOf({ steps }: Prepared, symbol: string, last: string): Step[] {
  return steps.map(({ summary, transaction }, index) => {
    const isLast = index === steps.length - 1
    if (isLast) return { id: 'transaction', kind: 'transaction', title: last, why: contractWords(transaction) }
    return { id: `approval ${transaction.to}`, kind: 'approval', ...approvalWords(summary, transaction, symbol) }
  })
}

function approvalWords(summary: string, { data }: Transaction, symbol: string): { title: string; why: string } {
  const word = (index: number) => BigInt(`0x${data.slice(10 + 64 * index, 74 + 64 * index) || '0'}`)
  if (data.startsWith(APPROVE))
    return { title: `Approve ${symbol} for Permit2`, why: `Lets Permit2 move up to ${exact(word(1))} ${symbol}.` }
  if (data.startsWith(PERMIT2_APPROVE))
    return {
      title: `Allow the router to take ${symbol}`,
      why: `Lets Universal Router take up to ${exact(word(2))} ${symbol} through Permit2 for 30 minutes.`,
    }
  return { title: 'Create the fee split', why: summary }
}

function contractWords({ to }: Transaction): string {
  return `Your wallet shows the contract ${to.slice(0, 6)}…${to.slice(-4)}.`
}
