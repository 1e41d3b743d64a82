import { Card } from '../../components/Card.tsx'
import { Segments } from '../../components/Segments.tsx'
import { DepositField } from './DepositCard.tsx'
import type { Market } from './Market.ts'
import type { Deposit } from './useDeposit.ts'
import type { ChangeForm, Form } from './useForm.ts'

type Props = { form: Form; market: Market; deposit: Deposit; change: ChangeForm }

/** One token pays for the whole position: a part of it is swapped in the same pool. */
export function PayCard({ form: { pay = 'A' }, market: { tokenA, tokenB }, deposit, change }: Props) {
  return (
    <Card title="Deposit" aside="A part is swapped in this pool">
      <Segments
        label="Pay with"
        look="full"
        value={pay}
        options={[
          { value: 'A', label: `Pay with ${tokenA.symbol}` },
          { value: 'B', label: `Pay with ${tokenB.symbol}` },
        ]}
        onChange={(side) => change({ pay: side, amountA: undefined, amountB: undefined })}
      />
      <DepositField side={deposit[pay]} />
    </Card>
  )
}
