import { useState } from 'react'
import { fixed } from '#site/format.ts'
import { Button } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { KeyValues } from '../components/KeyValues.tsx'
import { Sheet } from '../components/Sheet.tsx'
import { Dollars } from '../dollars/Dollars.tsx'
import type { Receipt } from '../wallet/Receipt.ts'
import { TransactionLink } from '../wallet/Toasts.tsx'
import { transactions } from '../wallet/transactions.ts'

type Props = { receipt: Receipt; onDone(): void }

/** Says what the transaction did. Toasts are easily missed on a phone. */
export function ReceiptSheet({ receipt: { transactionHash, blockNumber }, onDone }: Props) {
  const [sent] = useState(() => transactions.get().find(({ hash }) => hash === transactionHash))
  return (
    <Sheet
      title="Done"
      onClose={onDone}
      footer={
        <Button kind="primary" size="large" isWide onClick={onDone}>
          Done
        </Button>
      }
    >
      <p className="words row" role="status">
        <Icon name="circle-check" tone="up" />
        <b>{sent?.done ?? 'Done'}</b>
        <Dollars wei={sent?.wei} />
      </p>
      <KeyValues
        isRuled
        facts={[
          { key: 'block', term: 'Block', value: fixed(BigInt(blockNumber), 0, 0) },
          {
            key: 'hash',
            term: 'Transaction',
            value: <TransactionLink hash={transactionHash} explorerUrl={sent?.explorerUrl} />,
          },
        ]}
      />
    </Sheet>
  )
}
