import type { ReactNode } from 'react'
import { RISKS } from '#liquidity/risks.ts'
import { NATIVE } from '#site/positionUrl.ts'
import { buildPath } from '../../api/liquidity.ts'
import { config } from '../../api/siteData.ts'
import { FullAddress } from '../../components/AddressChip.tsx'
import { type TokenInfo, tokenAmong } from '../../liquidity/tokens.ts'
import type { Risk, Statement } from '../Signing.ts'
import { factsOf, LimitWords, movesOf } from './LpFigures.tsx'
import { type Built, bodyOf, isDeposit, isRecipe, type LpRequest, statementOf, transactionOf } from './LpRequest.ts'

const LAUNCH_HOOK = 'The launch contract of this site opened this pool when the token graduated, and is its hook.'

const LOOKALIKE = 'LOOKALIKE_TOKEN'

type Reviewed = {
  built: Built
  request: LpRequest | undefined
  tokens: readonly TokenInfo[]
  /** The action in words; the limits follow. */
  what: ReactNode
  /** The hook of the pool, where the page knows it. */
  hook?: string
}

/** The statement for an answer of the liquidity API. */
export function lpStatement({ built, request, tokens, what, hook }: Reviewed): Statement {
  const { answer } = built
  const risks = request && isDeposit(request) ? [...hookRisks(built, hook), ...acceptedRisks(built)] : []
  const confirmed = new Set(risks.map(({ text }) => text))
  return {
    // A risk to confirm is shown where it is confirmed.
    alerts: alertsOf(built, tokens).filter(({ text }) => !confirmed.has(text)),
    words: (
      <>
        {what} <LimitWords answer={answer} tokens={tokens} />
      </>
    ),
    moves: request ? movesOf(answer, tokens, isDeposit(request) && !isRecipe(request)) : [],
    facts: [...addressFacts(tokens), ...factsOf(answer, tokens, true)],
    risks,
    notes: [],
    transaction: transactionOf(answer),
    statement: statementOf(answer),
    isSimulated: answer.simulation?.ok === true,
    curl: request ? curlOf(request) : '',
  }
}

/** The whole address of each token: a symbol alone proves nothing. */
function addressFacts(tokens: readonly TokenInfo[]): Statement['facts'] {
  return tokens
    .filter(({ address }) => address !== NATIVE)
    .map(({ address, symbol }) => ({
      key: address,
      term: <bdi>{symbol}</bdi>,
      value: <FullAddress address={address} />,
    }))
}

/** All warnings before signing, look-alikes first: failed simulations, permissioned tokens, warnings of the service. */
export function alertsOf({ answer, approval }: Built, tokens: readonly TokenInfo[]): Risk[] {
  const { simulation } = answer
  const isLast = approval.transactions.length === 0 && approval.v4BatchPermitData === undefined
  return [
    ...warningRisks(answer, (code) => code === LOOKALIKE),
    ...(isLast && simulation?.ok === false
      ? [danger('simulation', <>This would fail. {simulation.message ?? simulation.code}</>)]
      : []),
    ...approval.kycRequiredWarnings.map(({ tokenAddress, kycUrl }) =>
      danger(
        `kyc ${tokenAddress}`,
        <>
          <b>{tokenAmong(tokens, tokenAddress).symbol} is permissioned.</b> Its issuer has not admitted your wallet, so
          you cannot provide it. {kycUrl.startsWith('https://') && <a href={kycUrl}>Ask to be admitted</a>}
        </>,
      ),
    ),
    ...warningRisks(answer, (code) => code !== LOOKALIKE),
  ]
}

function warningRisks(answer: Built['answer'], isWanted: (code: string) => boolean): Risk[] {
  return answer.warnings
    .filter(({ code }) => isWanted(code))
    .map(({ code, message }) => {
      const text = code === 'HOOKED' && isLaunchHook(answer, message) ? LAUNCH_HOOK : message
      return { key: `${code} ${message}`, grade: code === LOOKALIKE ? 'danger' : 'caution', text, confirm: 'none' }
    })
}

function danger(key: string, text: ReactNode): Risk {
  return { key, grade: 'danger', text, confirm: 'none' }
}

/** A hook is code of a third party; only the launch contract is known. */
function hookRisks({ answer }: Built, hook: string = NATIVE): Risk[] {
  const isWarned = answer.warnings.some(({ code, message }) => code === 'HOOKED' && !isLaunchHook(answer, message))
  const isForeign = isWarned || (hook !== NATIVE && !isLaunchHook(answer, hook))
  if (!isForeign) return []
  return [
    {
      key: 'hook',
      grade: 'caution',
      text: 'The hook of this pool is a contract of a third party.',
      confirm: 'check',
      label: 'I understand that this pool runs somebody else’s code with every deposit and withdrawal.',
    },
  ]
}

/** Each risk that the service builds for only when it is accepted by name. */
function acceptedRisks({ answer }: Built): Risk[] {
  const isRisk = new Set<string>(RISKS)
  return answer.warnings
    .filter(({ code }) => isRisk.has(code))
    .map(({ code, message }) => ({
      key: `accept ${code} ${message}`,
      grade: 'caution',
      text: message,
      confirm: 'check',
      label: 'I accept this risk.',
    }))
}

/** Whether a text names the launch contract, which is on the site's own chain alone. */
function isLaunchHook(answer: Built['answer'], message: string): boolean {
  const isOwnChain = transactionOf(answer)?.chainId === config.chainId
  return isOwnChain && config.factory !== null && message.toLowerCase().includes(config.factory.toLowerCase())
}

export function curlOf(request: LpRequest): string {
  const body = JSON.stringify(bodyOf(request, undefined))
  return `curl -X POST ${location.origin}${buildPath(request.path)} -H "x-api-key: $KEY" -H 'content-type: application/json' -d '${body}'`
}
