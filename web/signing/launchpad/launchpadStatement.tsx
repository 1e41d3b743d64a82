import type { ReactNode } from 'react'
import { exact, percent, typeable, whole } from '#site/format.ts'
import type { Prepared, PreparedQuote, TokenDetail } from '../../api/launchpad.ts'
import { FullAddress } from '../../components/AddressChip.tsx'
import type { Fact } from '../../components/KeyValues.tsx'
import { Dollars, ExactEth } from '../../dollars/Dollars.tsx'
import type { Move, Risk, Statement } from '../Signing.ts'
import { ActionWords } from './ActionWords.tsx'
import { actionFacts } from './actionFacts.tsx'
import type { LaunchpadBody, Reviewed } from './Reviewed.ts'

const CAUTION_BPS = 300
const DANGER_BPS = 1_500
const LOOKALIKE = 'LOOKALIKE_TOKEN'
/** True of every launch or trade, and folded away; any other warning is shown first. */
const USUAL = new Set([
  'unbacked',
  'strangers_words',
  'irreversible_launch',
  'irreversible_trade',
  'graduation',
  'wrong_chain',
])

/** The statement for an action of the launchpad. Its risks follow from the answer, not from the page it opens on. */
export function launchpadStatement(reviewed: Reviewed): Statement {
  const { body, prepared, token } = reviewed
  return {
    alerts: [...lookalike(reviewed), ...unusual(prepared)],
    words: <ActionWords {...reviewed} />,
    moves: body.action === 'create' || !prepared.quote ? [] : movesOf(prepared.quote, token),
    facts: [
      ...(token ? [{ key: 'token', term: 'Token', value: <FullAddress address={token.address} /> }] : []),
      ...tradeFacts(body, prepared.quote),
      ...actionFacts(reviewed),
    ],
    risks: [...impactRisk(reviewed), ...launchRisks(body)],
    notes: prepared.warnings.filter(({ code }) => USUAL.has(code) && code !== 'irreversible_launch'),
    transaction: prepared.transaction ?? undefined,
    statement: prepared.statement,
    isSimulated: prepared.simulation !== null,
    curl: `curl -X POST ${location.origin}/api/launchpad/prepare -H 'content-type: application/json' -d '${JSON.stringify(body)}'`,
  }
}

/** A token with the name of another one is marked first. */
function lookalike({ body, prepared, token }: Reviewed): Risk[] {
  const imitated = token?.imitates ?? null
  const warning = prepared.warnings.find(({ code }) => code === LOOKALIKE)
  if (imitated === null && warning === undefined) return []
  const isBuy = body.action === 'buy'
  return [
    {
      key: 'lookalike',
      grade: 'danger',
      text:
        imitated === null ? (
          warning?.message
        ) : (
          <>
            <b>This is not {imitated}.</b> It is a launched token whose name looks like {imitated}.
            {token && (
              <details>
                <summary>Show its address</summary>
                <FullAddress address={token.address} />
              </details>
            )}
          </>
        ),
      ...(isBuy
        ? { confirm: 'check', label: `I understand that this token is not ${imitated ?? 'the one it looks like'}.` }
        : { confirm: 'none' }),
    },
  ]
}

function unusual({ warnings }: Prepared): Risk[] {
  return warnings
    .filter(({ code }) => !USUAL.has(code) && code !== LOOKALIKE)
    .map(({ code, message }) => ({ key: code, grade: 'caution', text: message, confirm: 'none' }))
}

function movesOf(quote: PreparedQuote, token: TokenDetail | undefined): Move[] {
  const symbol = token?.symbol ?? 'tokens'
  const isBuy = quote.side === 'buy'
  const [out, into] = isBuy ? ['ETH', symbol] : [symbol, 'ETH']
  const paid = BigInt(quote.ethUsed ?? quote.amountIn)
  const figure = (amount: string) => (isBuy ? whole(BigInt(amount)) : exact(BigInt(amount)))
  return [
    {
      key: 'out',
      term: isBuy ? 'You pay' : 'You sell',
      amount: withDollars(`−${exact(isBuy ? paid : BigInt(quote.amountIn))} ${out}`, isBuy ? paid : undefined),
    },
    {
      key: 'in',
      term: 'You get',
      amount: withDollars(`+${figure(quote.amountOut)} ${into}`, isBuy ? undefined : BigInt(quote.amountOut)),
      bound: `at least ${figure(quote.minOut)} ${into}`,
    },
  ]
}

function withDollars(text: string, wei: bigint | undefined): ReactNode {
  return (
    <>
      {text}
      <Dollars wei={wei} />
    </>
  )
}

function tradeFacts({ action }: LaunchpadBody, quote: PreparedQuote | null): (Fact & { key: string })[] {
  if (!quote || action === 'create') return []
  return [
    {
      key: 'impact',
      term: 'Price impact',
      value: percent(quote.priceImpactBps, 2),
      tone: quote.priceImpactBps >= CAUTION_BPS ? 'warn' : undefined,
    },
    {
      key: 'fee',
      term: quote.venue === 'pool' ? 'Pool fee' : 'Trade fee',
      value: quote.fee ? <ExactEth wei={BigInt(quote.fee)} /> : '1 % of the tokens',
    },
  ]
}

/** From 15 % of price impact on, the amount is typed again. */
function impactRisk({ body, prepared: { quote } }: Reviewed): Risk[] {
  if (!quote || body.action === 'create' || quote.priceImpactBps < DANGER_BPS) return []
  return [
    {
      key: 'impact',
      grade: 'danger',
      text: (
        <p>
          <b>Price impact {percent(quote.priceImpactBps, 2)}.</b> Type the amount to confirm.
        </p>
      ),
      confirm: 'type',
      expected: typeable(BigInt(quote.amountIn)),
    },
  ]
}

function launchRisks({ action, from, feeHolder, lockDays }: LaunchpadBody): Risk[] {
  if (action !== 'create') return []
  const isAnothers = typeof feeHolder === 'string' && feeHolder.toLowerCase() !== from.toLowerCase()
  return [
    ...(isAnothers && lockDays !== undefined ? [LOCK_GOES_ELSEWHERE] : []),
    {
      key: 'final',
      grade: 'danger',
      text: (
        <>
          <p>
            <b>A launch cannot be undone, edited or deleted.</b>
          </p>
          <p>It creates an unbacked community token. It is not the pegged token and is not 1:1 backed by anything.</p>
        </>
      ),
      confirm: 'check',
      label: 'I understand that this is final and that the token has no backing.',
    },
  ]
}

const LOCK_GOES_ELSEWHERE: Risk = {
  key: 'lock',
  grade: 'danger',
  text: (
    <p>
      <b>Your locked first buy does not come back to you.</b> It is released to the fee holder, who has the creator
      role.
    </p>
  ),
  confirm: 'check',
  label: 'I understand that the fee holder gets the tokens I buy.',
}
