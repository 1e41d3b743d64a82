import { exact, fixed, readAmount } from '#site/format.ts'
import { AmountField } from '../../components/AmountField.tsx'
import { Card } from '../../components/Card.tsx'
import { Dollars } from '../../dollars/Dollars.tsx'
import { TokenMark } from '../../liquidity/TokenMark.tsx'
import { weiOf } from '../../liquidity/weiOf.ts'
import type { Deposit, DepositSide } from './useDeposit.ts'

/** How much of each token goes in. */
export function DepositCard({ deposit }: { deposit: Deposit }) {
  const { A, B, isFree } = deposit
  return (
    <Card
      title="Deposit"
      isPadded={false}
      aside={isFree ? 'The two amounts set the first price' : 'Set one amount, the other follows'}
    >
      <div className="body two">
        <DepositField side={A} />
        <DepositField side={B} />
      </div>
    </Card>
  )
}

/** The amount of one token, with the balance of the wallet. */
export function DepositField({ side }: { side: DepositSide }) {
  const { token, text, type, balance, max, error, isFollowing, isNeeded } = side
  return (
    <AmountField
      label={`${token.symbol} amount`}
      text={text}
      onChange={type}
      unit={{ symbol: token.symbol, decimals: token.decimals, mark: <TokenMark address={token.address} /> }}
      purpose={
        <>
          {roleOf(side)}
          <Dollars wei={weiOf(readAmount(text, token.decimals).value, token.address)} />
        </>
      }
      isFollowing={isFollowing}
      isDisabled={!isNeeded}
      balance={balance === undefined ? undefined : balanceText(balance, token.decimals)}
      onMax={isNeeded ? max : undefined}
      error={error}
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
