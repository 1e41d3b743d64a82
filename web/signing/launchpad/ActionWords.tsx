import type { ReactNode } from 'react'
import { exact, whole } from '#site/format.ts'
import type { TokenDetail } from '../../api/launchpad.ts'
import { ExactEth } from '../../dollars/Dollars.tsx'
import type { Reviewed } from './Reviewed.ts'

/** The action in one or two sentences. */
export function ActionWords(reviewed: Reviewed): ReactNode {
  const { body, prepared } = reviewed
  const describe = SENTENCES[body.action]
  return describe ? describe(reviewed) : <bdi>{prepared.summary}</bdi>
}

const SENTENCES: Record<string, (reviewed: Reviewed) => ReactNode> = {
  create: Launch,
  buy: Trade,
  sell: Trade,
  claim: ({ token }) => <>Claim your share of the fees of {nameOf(token)}, including those of its pool.</>,
  claimFeeSplit: ({ token }) => (
    <>Pays out the waiting fees of {nameOf(token)} to everyone in the split. Anyone can do this; you pay the gas.</>
  ),
  releaseLock: ({ prepared, token }) => (
    <>
      Release{' '}
      <b>
        {whole(BigInt(prepared.amount ?? 0))} <bdi>{token?.symbol}</bdi>
      </b>{' '}
      of the locked first buy of {nameOf(token)} to its creator. You get nothing and pay the gas.
    </>
  ),
  transferCreator: ({ token }) => <>Offer the creator role of {nameOf(token)}. The other account must accept it.</>,
  acceptCreator: ({ token }) => <>Accept the creator role of {nameOf(token)}.</>,
  createFeeSplit: ({ body }) => {
    const count = Array.isArray(body['shares']) ? body['shares'].length : 0
    return (
      <>
        Create a contract that divides everything it receives among{' '}
        <b>{count === 1 ? '1 account' : `${count} accounts`}</b>. Nobody can change it later, not even you.
      </>
    )
  },
}

function nameOf(token: TokenDetail | undefined): ReactNode {
  return (
    <b>
      <bdi>“{token?.name ?? 'this token'}”</bdi>
    </b>
  )
}

function Trade({ token, prepared: { quote } }: Reviewed): ReactNode {
  if (!quote) return null
  const symbol = <bdi>{token?.symbol}</bdi>
  if (quote.side === 'buy')
    return (
      <>
        Buy{' '}
        <b>
          {whole(BigInt(quote.amountOut))} {symbol}
        </b>{' '}
        of the token {nameOf(token)} for <Eth wei={quote.amountIn} />. You get at least{' '}
        <b>
          {whole(BigInt(quote.minOut))} {symbol}
        </b>
        , or the trade is cancelled.
        {quote.graduates && ' This buy completes the curve. The token graduates and unused ETH is returned.'}
      </>
    )
  return (
    <>
      Sell{' '}
      <b>
        {exact(BigInt(quote.amountIn))} {symbol}
      </b>{' '}
      of the token {nameOf(token)} for <Eth wei={quote.amountOut} />. You get at least <Eth wei={quote.minOut} />, or
      the trade is cancelled.
    </>
  )
}

function Launch({ body, prepared: { quote } }: Reviewed): ReactNode {
  const quoted = (text: unknown) => (
    <b>
      <bdi>“{String(text)}”</bdi>
    </b>
  )
  const symbol = <bdi>{String(body['symbol'])}</bdi>
  return (
    <>
      Launch a new token named {quoted(body['name'])} with the symbol {quoted(body['symbol'])}
      {quote ? (
        <>
          {' '}
          and buy{' '}
          <b>
            {whole(BigInt(quote.amountOut))} {symbol}
          </b>{' '}
          for <Eth wei={quote.amountIn} />. You get at least{' '}
          <b>
            {whole(BigInt(quote.minOut))} {symbol}
          </b>
          , or the launch is cancelled.
        </>
      ) : (
        ' without a first buy.'
      )}
    </>
  )
}

function Eth({ wei }: { wei: string }) {
  return (
    <b>
      <ExactEth wei={BigInt(wei)} />
    </b>
  )
}
