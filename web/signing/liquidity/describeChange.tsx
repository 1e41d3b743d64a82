import type { ReactNode } from 'react'
import { exact } from '#site/format.ts'
import { priceText, wholePrice } from '../../liquidity/priceText.ts'
import { type TokenInfo, tokenAmong } from '../../liquidity/tokens.ts'
import type * as Signing from '../Signing.ts'
import type { Change } from './compareAnswers.ts'

const LEADS = { pay: 'You pay at most', receive: 'You receive at least', amount: 'Expected now' } as const

export function describeChange(change: Change, tokens: readonly TokenInfo[]): Signing.Change {
  if (change.kind === 'warning') return { key: change.message, text: change.message }
  if (change.kind === 'price') return { key: `price ${change.end}`, text: priceWords(change, tokens) }
  if (change.kind === 'liquidity')
    return { key: 'liquidity', text: `The position now gets ${percentLess(change)} % less liquidity.` }
  const { symbol, decimals } = tokenAmong(tokens, change.tokenAddress)
  if (change.kind === 'rate') return { key: 'rate', text: rateWords(change, symbol) }
  return {
    key: `${change.kind} ${change.tokenAddress}`,
    text: (
      <>
        {LEADS[change.kind]} <b>{exact(change.after, decimals)}</b> <bdi>{symbol}</bdi>, not{' '}
        {exact(change.before, decimals)}.
      </>
    ),
  }
}

function rateWords(change: Extract<Change, { kind: 'rate' }>, symbol: string): ReactNode {
  return (
    <>
      For each <bdi>{symbol}</bdi> the swap now returns {percentLess(change)} % less.
    </>
  )
}

function percentLess({ before, after }: { before: bigint | number; after: bigint | number }): string {
  return ((1 - Number(after) / Number(before)) * 100).toFixed(2)
}

function priceWords(change: Extract<Change, { kind: 'price' }>, [first, second]: readonly TokenInfo[]): ReactNode {
  const text = (end: string | undefined) =>
    end === undefined ? 'open' : priceText(wholePrice(Number(end), second?.decimals ?? 0, first?.decimals ?? 0))
  return `${change.end === 'atLeast' ? 'Lowest' : 'Highest'} price allowed: ${text(change.after)}, not ${text(change.before)}.`
}
