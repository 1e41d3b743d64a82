import { exact } from '#site/format.ts'
import type { Fact } from '../../components/KeyValues.tsx'
import { ExactEth } from '../../dollars/Dollars.tsx'
import { NamedAddress } from '../../names/NamedAddress.tsx'
import type { Reviewed } from './Reviewed.ts'

type Facts = (Fact & { key: string })[]

const FACTS: Record<string, (reviewed: Reviewed) => Facts> = {
  create: launchFacts,
  claim: ({ body, ...rest }) => [...claimed(rest), address('to', 'Goes to', body.from)],
  claimFeeSplit: ({ body, ...rest }) => [...claimed(rest), address('split', 'The split', String(body['split']))],
  releaseLock: ({ token }) => (token ? [address('to', 'Goes to', token.currentCreator)] : []),
  transferCreator: ({ body }) => [address('to', 'New creator', String(body['to']))],
  acceptCreator: ({ body }) => [address('to', 'New creator', body.from)],
  createFeeSplit: ({ body, prepared: { split } }) => [
    ...sharesOf(body['shares']).map(({ account, bps }) => address(account, `${bps / 100} %`, account)),
    ...(split ? [address('split', 'The split', split)] : []),
  ],
}

export function actionFacts(reviewed: Reviewed): Facts {
  return FACTS[reviewed.body.action]?.(reviewed) ?? []
}

function address(key: string, term: string, value: string): Facts[number] {
  return { key, term, value: <NamedAddress address={value} /> }
}

function claimed({ prepared: { amount, tokenAmount }, token }: Pick<Reviewed, 'prepared' | 'token'>): Facts {
  return [
    { key: 'amount', term: 'Fees to pay out', value: <ExactEth wei={BigInt(amount ?? 0)} /> },
    ...(tokenAmount && tokenAmount !== '0'
      ? [{ key: 'tokens', term: 'and', value: `${exact(BigInt(tokenAmount))} ${token?.symbol ?? ''}` }]
      : []),
  ]
}

function sharesOf(shares: unknown): { account: string; bps: number }[] {
  return Array.isArray(shares) ? shares : []
}

function launchFacts({ body }: Reviewed): Facts {
  const { openingSeconds, lockDays, from } = body
  const feeHolder = typeof body['feeHolder'] === 'string' ? body['feeHolder'] : undefined
  const isOwn = feeHolder === undefined || feeHolder.toLowerCase() === from.toLowerCase()
  return [
    { key: 'supply', term: 'Supply', value: '1,000,000,000, fixed' },
    { key: 'curve', term: 'On the curve', value: '800,000,000 (80 %)' },
    { key: 'fee', term: 'Trade fee', value: isOwn ? '1 %, half of it yours' : '1 %, half of it for the fee holder' },
    { key: 'end', term: 'At 2.864 ETH raised', value: '2 % fee, then a locked v4 pool' },
    {
      key: 'pay',
      term: 'You pay',
      value: (
        <>
          <ExactEth wei={BigInt(String(body['value'] ?? 0))} /> and gas
        </>
      ),
    },
    {
      key: 'opening',
      term: 'Opening',
      value: openingSeconds === undefined ? 'none' : `${openingSeconds} s, early buys are mostly burned`,
    },
    ...(lockDays === undefined
      ? []
      : [
          {
            key: 'lock',
            term: 'Your first buy',
            value: `locked, released over ${lockDays} days to ${isOwn ? 'you' : 'the fee holder'}`,
          },
        ]),
    ...(feeHolder === undefined ? [] : [address('holder', 'Fees and creator role go to', feeHolder)]),
  ]
}
