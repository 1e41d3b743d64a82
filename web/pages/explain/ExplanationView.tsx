import type { Explanation } from '../../api/explain.ts'
import { FullAddress } from '../../components/AddressChip.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Card } from '../../components/Card.tsx'
import { KeyValues } from '../../components/KeyValues.tsx'

/** An explanation: words first, then warnings, limits and approvals. Names in it are claims of strangers. */
export function ExplanationView({ explanation }: { explanation: Explanation }) {
  const { known, kind, summary, warnings, limits, approvals, steps } = explanation
  return (
    <Card label="Explanation">
      {!known && (
        <Callout grade="danger" title="Unknown here.">
          Part of this is unknown. Do not sign it unless you know what it does.
        </Callout>
      )}
      <p className="words">
        <bdi>{summary}</bdi>
      </p>
      {warnings.map(({ code, message }) => (
        <Callout key={`${code} ${message}`} grade="caution">
          <bdi>{message}</bdi>
        </Callout>
      ))}
      <KeyValues
        isRuled
        facts={[
          { key: 'kind', term: 'Kind', value: kind },
          ...limits.pay.map(({ tokenAddress, atMost }) => ({
            key: `pay ${tokenAddress}`,
            term: 'Leaves at most',
            value: <Amount units={atMost} token={tokenAddress} />,
          })),
          ...limits.receive.map(({ tokenAddress, atLeast, recipient }, index) => ({
            key: `receive ${tokenAddress} ${recipient} ${index}`,
            term: 'Paid out at least',
            value: <Amount units={atLeast} token={tokenAddress} />,
          })),
          ...approvals.map(({ tokenAddress, spender, amount, positionId, until }, index) => ({
            key: `approval ${tokenAddress} ${index}`,
            term: 'Approves',
            value: (
              <>
                <FullAddress address={spender.address} />
                <span className="faint below">
                  {rightWords(amount, positionId)}
                  {until === null ? ', without an end' : ` until ${until}`}
                </span>
              </>
            ),
          })),
          ...steps.map(({ contract, function: name }, index) => ({
            key: `step ${index}`,
            term: `Call ${index + 1}`,
            value: `${name ?? 'unknown'} of ${contract.name ?? contract.address}`,
          })),
        ]}
      />
    </Card>
  )
}

const UNLIMITED = String(2n ** 256n - 1n)

function rightWords(amount: string | null, positionId: string | null): string {
  if (positionId !== null) return `position ${positionId}`
  if (amount === null) return 'every position'
  return amount === UNLIMITED ? 'any amount' : `${amount} units`
}

function Amount({ units, token }: { units: string; token: string }) {
  const isNative = /^0x0{40}$/.test(token)
  return (
    <>
      <b className="bold">{units}</b> {isNative ? 'wei' : 'units of'}
      {!isNative && <FullAddress address={token} />}
    </>
  )
}
