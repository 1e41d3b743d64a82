import { divideUp } from '#core/bigint.ts'
import { exact } from '#site/format.ts'
import type { LpAnswer } from '../../api/liquidity.ts'
import { Price } from '../../components/Figures.tsx'
import type { Fact } from '../../components/KeyValues.tsx'
import { Dollars } from '../../dollars/Dollars.tsx'
import { priceText, wholePrice } from '../../liquidity/priceText.ts'
import { type TokenInfo, tokenAmong } from '../../liquidity/tokens.ts'
import { weiOf } from '../../liquidity/weiOf.ts'
import { chainById, pageChain } from '../../wallet/chains.ts'
import type { Move } from '../Signing.ts'
import { amountsOf, transactionOf } from './LpRequest.ts'

const SHORT_PLACES = 6

/** An amount in full, or cut to six decimals: upwards where it is the most that is paid, downwards otherwise. */
function amountText(amount: bigint, decimals: number, rounding: Rounding = 'none'): string {
  if (rounding === 'none' || decimals <= SHORT_PLACES) return exact(amount, decimals)
  const unit = 10n ** BigInt(decimals - SHORT_PLACES)
  const whole = rounding === 'up' ? divideUp(amount, unit) : amount / unit
  return whole === 0n ? exact(amount, decimals) : exact(whole, SHORT_PLACES)
}
type Rounding = 'none' | 'up' | 'down'

const SHARES = { symbol: 'pool shares', decimals: 18 }

/** A token that is neither of the pool's own is the share of a v2 pair. */
function tokenOrShares(tokens: readonly TokenInfo[], address: string): Pick<TokenInfo, 'symbol' | 'decimals'> {
  const token = tokenAmong(tokens, address)
  return token.decimals === 0 && !tokens.includes(token) ? SHARES : token
}

type AmountsProps = {
  of: readonly { tokenAddress: string; amount: string }[]
  tokens: readonly TokenInfo[]
  rounding?: Rounding
}

/** Amounts with their tokens, in bold, joined by "and". */
function Amounts({ of, tokens, rounding = 'none' }: AmountsProps) {
  return of.map(({ tokenAddress, amount }, index) => {
    const { symbol, decimals } = tokenOrShares(tokens, tokenAddress)
    return (
      <span key={tokenAddress}>
        {index > 0 && ' and '}
        <b className="nowrap">
          {amountText(BigInt(amount), decimals, rounding)} <bdi>{symbol}</bdi>
        </b>
        <Dollars wei={weiOf(BigInt(amount), tokenAddress)} />
      </span>
    )
  })
}

type LimitProps = { answer: LpAnswer; tokens: readonly TokenInfo[]; isShort?: boolean }

/** The most that leaves the wallet and the least that reaches it, in words. */
export function LimitWords({ answer: { limits }, tokens, isShort = false }: LimitProps) {
  const pay = limits.pay.map(({ tokenAddress, atMost }) => ({ tokenAddress, amount: atMost })).filter(isSome)
  const receive = limits.receive.map(({ tokenAddress, atLeast }) => ({ tokenAddress, amount: atLeast })).filter(isSome)
  const isEnforced = limits.receive.every(({ enforced }) => enforced)
  return (
    <>
      {pay.length > 0 && (
        <>
          You pay at most <Amounts of={pay} tokens={tokens} rounding={isShort ? 'up' : 'none'} />.{' '}
        </>
      )}
      {receive.length > 0 && (
        <>
          You receive {isEnforced ? 'at least' : 'about'}{' '}
          <Amounts of={receive} tokens={tokens} rounding={isShort ? 'down' : 'none'} />.{' '}
        </>
      )}
      {(pay.length > 0 || isEnforced) &&
        'If the price moves past these limits, the transaction fails and your funds stay put.'}
    </>
  )
}

function isSome({ amount }: { amount: string }): boolean {
  return amount !== '0'
}

/** The amounts that leave or reach the wallet at the current price, each with its limit. */
export function movesOf(answer: LpAnswer, tokens: readonly TokenInfo[], isDeposit: boolean): Move[] {
  const { pay, receive } = answer.limits
  const text = ({ tokenAddress, amount }: { tokenAddress: string; amount: string }) => {
    const { symbol, decimals } = tokenOrShares(tokens, tokenAddress)
    return `${exact(BigInt(amount), decimals)} ${symbol}`
  }
  const bounds = isDeposit
    ? pay.map(({ tokenAddress, atMost }) => ({ tokenAddress, amount: atMost, words: 'at most' }))
    : receive.map(({ tokenAddress, atLeast, enforced }) => ({
        tokenAddress,
        amount: atLeast,
        words: enforced ? 'at least' : 'about',
      }))
  return amountsOf(answer)
    .filter(isSome)
    .map((expected) => {
      const token = tokenAmong(tokens, expected.tokenAddress)
      const bound = bounds.find(({ tokenAddress }) => tokenAmong(tokens, tokenAddress) === token)
      return {
        key: expected.tokenAddress,
        term: isDeposit ? 'You pay' : 'You get',
        amount: (
          <>
            {isDeposit ? '−' : '+'}
            {text(expected)}
            <Dollars wei={weiOf(BigInt(expected.amount), expected.tokenAddress)} />
          </>
        ),
        ...(bound && { bound: `${bound.words} ${text(bound)}` }),
      }
    })
}

/** Expected amounts, slippage, price limits and gas; a review shows them in full. */
export function factsOf(answer: LpAnswer, tokens: readonly TokenInfo[], isWhole: boolean): (Fact & { key: string })[] {
  return [
    ...(isWhole || answer.spent ? [] : [expectedFact(answer, tokens)]),
    ...swapFacts(answer, tokens),
    ...(answer.slippage === undefined || !isWhole
      ? []
      : [{ key: 'slippage', term: 'Slippage', value: `${answer.slippage} %` }]),
    ...liquidityFacts(answer, tokens),
    ...priceFacts(answer, tokens),
    {
      key: 'gas',
      term: 'Gas, about',
      value: answer.gasFee === undefined ? '–' : <GasFee wei={BigInt(answer.gasFee)} symbol={nativeSymbol(answer)} />,
    },
    ...(isWhole ? [{ key: 'block', term: 'Read at block', value: answer.blockNumber }] : []),
  ]
}

function expectedFact(answer: LpAnswer, tokens: readonly TokenInfo[]): Fact & { key: string } {
  const value = <Amounts of={amountsOf(answer).filter(isSome)} tokens={tokens} rounding="down" />
  return { key: 'now', term: 'Expected now', value }
}

function swapFacts({ swap }: LpAnswer, tokens: readonly TokenInfo[]): (Fact & { key: string })[] {
  if (!swap) return []
  const { tokenIn, amountIn, tokenOut, expectedOut, priceImpact } = swap
  const [paid, received] = [tokenAmong(tokens, tokenIn), tokenAmong(tokens, tokenOut)]
  const text = (amount: string, { decimals, symbol }: TokenInfo) =>
    `${amountText(BigInt(amount), decimals, 'down')} ${symbol}`
  return [
    { key: 'swap', term: 'Swaps', value: `${text(amountIn, paid)} for about ${text(expectedOut, received)}` },
    { key: 'impact', term: 'Price impact', value: `${priceImpact} %` },
  ]
}

function liquidityFacts({ spent = [] }: LpAnswer, tokens: readonly TokenInfo[]): (Fact & { key: string })[] {
  if (spent.length === 0) return []
  return [{ key: 'spent', term: 'Becomes liquidity', value: <Amounts of={spent.filter(isSome)} tokens={tokens} /> }]
}

function nativeSymbol(answer: LpAnswer): string {
  const chainId = transactionOf(answer)?.chainId ?? pageChain.get().id
  return chainById(chainId).nativeCurrency.symbol
}

function GasFee({ wei, symbol }: { wei: bigint; symbol: string }) {
  return (
    <>
      <Price wei={wei} />
      <span className="unit">{symbol}</span>
      <Dollars wei={symbol === 'ETH' ? wei : undefined} />
    </>
  )
}

function priceFacts({ limits: { price } }: LpAnswer, tokens: readonly TokenInfo[]): (Fact & { key: string })[] {
  if (!price || (price.atLeast === undefined && price.atMost === undefined)) return []
  const quoted = tokenAmong(tokens, price.quotedTokenAddress)
  const other = tokens.find(({ address }) => address !== quoted.address)
  if (!other) return []
  const text = (end: string) => priceText(wholePrice(Number(end), quoted.decimals, other.decimals))
  const ends = [price.atLeast && `from ${text(price.atLeast)}`, price.atMost && `to ${text(price.atMost)}`]
  return [
    {
      key: 'price',
      term: 'Price condition',
      value: `${ends.filter(Boolean).join(' ')} ${quoted.symbol} per ${other.symbol}`,
    },
  ]
}
