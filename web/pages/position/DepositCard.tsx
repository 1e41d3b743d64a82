import { exact, fixed } from '#site/format.ts'
import { Card } from '../../components/Card.tsx'
import { DepositField } from './DepositField.tsx'
import type { Deposit, DepositSide } from './useDeposit.ts'

/** How much of each token goes in. */
export function DepositCard({ deposit }: { deposit: Deposit }) {
  const { A, B, isFree } = deposit
  return (
    <Card
      title="Deposit"
      isPadded={false}
      aside={isFree ? 'The two amounts make the first price' : 'Set one amount, the other follows'}
    >
      <div className="bd two">
        <Side side={A} />
        <Side side={B} />
      </div>
    </Card>
  )
}

function Side({ side }: { side: DepositSide }) {
  const { token, text, type, balance, max, error, isFollowing, isNeeded } = side
  return (
    <DepositField
      token={token}
      text={text}
      onType={type}
      role={roleOf(side)}
      isFollowing={isFollowing}
      isNeeded={isNeeded}
      balance={balance === undefined ? undefined : balanceText(balance, token.decimals)}
      onMax={isNeeded ? max : undefined}
      error={isNeeded ? error : undefined}
    />
  )
}

function roleOf({ isNeeded, isFollowing }: DepositSide): string {
  if (!isNeeded) return 'Not needed for this range'
  return isFollowing ? 'Follows' : 'You set'
}

function balanceText(balance: bigint, decimals: number): string {
  return decimals >= 4 ? fixed(balance, 4, decimals) : exact(balance, decimals)
}
