import type { Receipt } from '../../api/explain.ts'
import { FullAddress } from '../../components/AddressChip.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Card } from '../../components/Card.tsx'
import { Chip } from '../../components/Chip.tsx'
import { KeyValues } from '../../components/KeyValues.tsx'

/** The balance changes of a mined transaction, and whether they are what was promised. */
export function ReceiptView({ receipt }: { receipt: Receipt }) {
  const { status, verdict, note, differences, balanceChanges } = receipt
  return (
    <Card label="Receipt">
      <p className="words row">
        The transaction is {status}. {verdict && <Chip tone={verdict === 'differs' ? 'bad' : 'ok'}>{verdict}</Chip>}
      </p>
      {note !== null && <Callout grade="note">{note}</Callout>}
      {differences.map((difference) => (
        <Callout key={difference} grade="danger">
          {difference}
        </Callout>
      ))}
      <KeyValues
        isRuled
        facts={balanceChanges.map(({ account, tokenAddress, change }) => ({
          key: `${account} ${tokenAddress}`,
          term: <FullAddress address={account} />,
          value: (
            <>
              <b className="bold">{change}</b> units of <FullAddress address={tokenAddress} />
            </>
          ),
        }))}
      />
    </Card>
  )
}
