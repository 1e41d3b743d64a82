import { type ReactNode, useState } from 'react'
import { exact } from '#site/format.ts'
import type { LpAnswer } from '../api/liquidity.ts'
import { config } from '../api/siteData.ts'
import { FullAddress } from '../components/AddressChip.tsx'
import { LinkButton } from '../components/Button.tsx'
import { Callout } from '../components/Callout.tsx'
import { CodeBlock } from '../components/CodeBlock.tsx'
import { CopyButton } from '../components/CopyButton.tsx'
import { Price } from '../components/Figures.tsx'
import { Icon } from '../components/Icon.tsx'
import type { Fact } from '../components/KeyValues.tsx'
import { useNow } from '../components/useNow.ts'
import { amountsOf, bodyOf, type LpRequest, transactionOf } from './LpRequest.ts'
import { priceText, wholePrice } from './priceText.ts'
import { type TokenInfo, tokenAmong } from './tokens.ts'
import { FRESH_MS } from './useBuilt.ts'
import type { LpFlow } from './useLpFlow.ts'

const SHORT_PLACES = 6

/** An amount in full, or cut to six decimals: upwards where it is the most that is paid, downwards otherwise. */
function amountText(amount: bigint, decimals: number, rounding: Rounding = 'none'): string {
  if (rounding === 'none' || decimals <= SHORT_PLACES) return exact(amount, decimals)
  const unit = 10n ** BigInt(decimals - SHORT_PLACES)
  const whole = rounding === 'up' ? (amount + unit - 1n) / unit : amount / unit
  return whole === 0n ? exact(amount, decimals) : exact(whole, SHORT_PLACES)
}
type Rounding = 'none' | 'up' | 'down'

type AmountsProps = {
  of: readonly { tokenAddress: string; amount: string }[]
  tokens: readonly TokenInfo[]
  rounding?: Rounding
}

/** Amounts with their tokens, in bold, joined by "and". */
function Amounts({ of, tokens, rounding = 'none' }: AmountsProps) {
  return of.map(({ tokenAddress, amount }, index) => {
    const { symbol, decimals } = tokenAmong(tokens, tokenAddress)
    return (
      <span key={tokenAddress}>
        {index > 0 && ' and '}
        <b className="nowrap">
          {amountText(BigInt(amount), decimals, rounding)} <bdi>{symbol}</bdi>
        </b>
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
      {(pay.length > 0 || isEnforced) && 'Beyond that it does not go through.'}
    </>
  )
}

function isSome({ amount }: { amount: string }): boolean {
  return amount !== '0'
}

/** What moves now, tolerance, price limits and gas; with `isWhole` also chain, contract and block, as a review has them. */
export function factsOf(answer: LpAnswer, tokens: readonly TokenInfo[], isWhole: boolean): (Fact & { key: string })[] {
  const transaction = transactionOf(answer)
  return [
    {
      key: 'now',
      term: 'Expected now',
      value: <Amounts of={amountsOf(answer).filter(isSome)} tokens={tokens} rounding={isWhole ? 'none' : 'down'} />,
    },
    ...(answer.slippage === undefined || !isWhole
      ? []
      : [{ key: 'slippage', term: 'Slippage', value: `${answer.slippage} %` }]),
    ...priceFacts(answer, tokens),
    {
      key: 'gas',
      term: 'Gas, about',
      value: answer.gasFee === undefined ? '–' : <GasFee wei={BigInt(answer.gasFee)} />,
    },
    ...(isWhole && transaction
      ? [
          { key: 'chain', term: 'Chain', value: `${transaction.chainId}${config.isDevnet ? ', devnet' : ''}` },
          { key: 'to', term: 'Contract', value: <FullAddress address={transaction.to} /> },
          { key: 'block', term: 'Read at block', value: answer.blockNumber },
        ]
      : []),
  ]
}

function GasFee({ wei }: { wei: bigint }) {
  return (
    <>
      <Price wei={wei} />
      <span className="unit">ETH</span>
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
      term: 'Only at a price',
      value: `${ends.filter(Boolean).join(' ')} ${quoted.symbol} per ${other.symbol}`,
    },
  ]
}

/** Everything that should be known before signing: warnings of the service, and whether the simulation went well. */
export function LpWarnings({ flow }: { flow: LpFlow }) {
  const { built, problem, steps, tokens } = flow
  const isLast = steps[0]?.kind === 'transaction'
  const failed = isLast && built?.answer.simulation?.ok === false ? built.answer.simulation : undefined
  return (
    <>
      {problem !== undefined && (
        <Callout grade="danger" isAlert title="This cannot be built.">
          {problem}
        </Callout>
      )}
      {failed && (
        <Callout grade="danger" isAlert title="This would fail.">
          {failed.message ?? failed.code}
        </Callout>
      )}
      {built?.approval.kycRequiredWarnings.map(({ tokenAddress, kycUrl }) => (
        <Callout
          key={tokenAddress}
          grade="danger"
          title={`${tokenAmong(tokens, tokenAddress).symbol} is permissioned.`}
        >
          Its issuer has not admitted your wallet, so it cannot be provided.{' '}
          {kycUrl.startsWith('https://') && <a href={kycUrl}>Ask to be admitted</a>}
        </Callout>
      ))}
      {built?.answer.warnings.map(({ code, message }) => (
        <Callout key={code} grade="caution">
          {message}
        </Callout>
      ))}
    </>
  )
}

/** How fresh the figures are, the calldata, and the same request for a terminal. */
export function LpSource({ flow, children }: { flow: LpFlow; children?: ReactNode }) {
  const [isRaw, setRaw] = useState(false)
  const now = useNow()
  const { built, request, at } = flow
  const seconds = Math.min(FRESH_MS / 1000, Math.max(0, Math.ceil((FRESH_MS - (now - at)) / 1000)))
  if (!built || !request) return null
  return (
    <>
      <div className="row sb s12 wrap">
        <span className="row faint">
          <Icon name="timer" size="s" />
          Fresh for {seconds} s
        </span>
        <span className="row">
          {children}
          <LinkButton aria-expanded={isRaw} onClick={() => setRaw(!isRaw)}>
            Calldata
          </LinkButton>
          <CopyButton text={curlOf(request)} label="Copy as curl" words="Copy as curl" />
        </span>
      </div>
      {isRaw && <CodeBlock title="calldata" code={transactionOf(built.answer)?.data ?? ''} />}
    </>
  )
}

function curlOf(request: LpRequest): string {
  const body = JSON.stringify(bodyOf(request, undefined))
  return `curl -X POST ${location.origin}/lp/${request.path} -H "x-api-key: $KEY" -H 'content-type: application/json' -d '${body}'`
}
