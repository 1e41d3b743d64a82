import { typeable } from '#site/format.ts'
import { Button } from '../../components/Button.tsx'
import { useStore } from '../../store.ts'
import type { Side } from './Trading.ts'
import { tradeSettings } from './tradeSettings.ts'

const SHARES = [25, 50, 75, 100]

type Props = { side: Side; balance: bigint | undefined; onChoose(text: string): void }

/** Amounts to buy for, or shares of the balance to sell. */
export function QuickAmounts({ side, balance, onChoose }: Props) {
  const { amounts } = useStore(tradeSettings)
  return (
    <div className="quick">
      {side === 'buy' &&
        amounts.map((value) => (
          <Button key={value} size="small" onClick={() => onChoose(value)}>
            {value}
          </Button>
        ))}
      {side === 'sell' &&
        SHARES.map((share) => (
          <Button
            key={share}
            size="small"
            disabled={!balance}
            onClick={() => onChoose(typeable(((balance ?? 0n) * BigInt(share)) / 100n))}
          >
            {share} %
          </Button>
        ))}
    </div>
  )
}
