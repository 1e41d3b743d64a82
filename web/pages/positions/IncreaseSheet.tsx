import { useState } from 'react'
import { readAmount, typeable } from '#site/format.ts'
import { NATIVE } from '#site/positionUrl.ts'
import type { Position, TokenInformation } from '../../api/liquidity.ts'
import { AmountField } from '../../components/AmountField.tsx'
import { Button } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Segments } from '../../components/Segments.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { Dollars } from '../../dollars/Dollars.tsx'
import { symbolText } from '../../liquidity/PairName.tsx'
import { PoolWarnings } from '../../liquidity/PoolWarnings.tsx'
import { amountText, decimalsOf } from '../../liquidity/poolFigures.ts'
import { TokenMark } from '../../liquidity/TokenMark.tsx'
import { weiOf } from '../../liquidity/weiOf.ts'
import { LpReview } from '../../signing/liquidity/LpReview.tsx'
import { useTokenBalance } from '../../wallet/useBalance.ts'
import { hasWrapped, increaseRequest, movedTokens } from './lpRequest.ts'
import { NativeChoice } from './NativeChoice.tsx'
import { nameOf } from './nameOf.ts'

type Side = 'token0' | 'token1'
type Props = { position: Position; wallet: string; onClose(): void }

/** Kept for gas when all ETH is put in. */
const GAS_ROOM = 10n ** 16n

type Choice = { side: Side; text: string; isNative: boolean }

/** How much to add, of one token; the other follows from the range. Then the review. */
export function IncreaseSheet({ position, wallet, onClose }: Props) {
  const [choice, setChoice] = useState<Choice>({
    side: sidesTaken(position)[0] ?? 'token0',
    text: '',
    isNative: hasWrapped(position),
  })
  const [amount, setAmount] = useState<bigint>()
  const { side, isNative } = choice
  if (amount === undefined)
    return <IncreaseForm {...{ position, wallet, choice, onClose }} onChange={setChoice} onReview={setAmount} />
  return (
    <LpReview
      request={increaseRequest({ position, wallet, isNative }, side, amount)}
      tokens={movedTokens({ position, isNative })}
      words={{
        title: 'Add to the position',
        doing: `Adding to ${nameOf(position)}`,
        done: `Added to ${nameOf(position)}`,
        failed: 'Nothing was added; gas was spent.',
      }}
      what={<>Add liquidity to your {nameOf(position)}.</>}
      onClose={() => setAmount(undefined)}
      onDone={onClose}
    />
  )
}

type FormProps = Props & { choice: Choice; onChange(choice: Choice): void; onReview(amount: bigint): void }

function IncreaseForm({ position, wallet, choice, onChange, onReview, onClose }: FormProps) {
  const { side, text, isNative } = choice
  const change = (part: Partial<Choice>) => onChange({ ...choice, ...part })
  const moved = movedTokens({ position, isNative })
  const [token, other] = side === 'token0' ? moved : ([moved[1], moved[0]] as const)
  const amount = readAmount(text, decimalsOf(token)).value
  const balance = useTokenBalance(token.address, wallet, position.chainId)
  const problem =
    amount !== undefined && balance !== undefined && amount > balance ? 'You do not have that much.' : undefined
  const isReady = amount !== undefined && amount > 0n && problem === undefined
  return (
    <Sheet
      title={`Add to ${nameOf(position)}`}
      onClose={onClose}
      footer={
        <Button kind="primary" size="large" isWide disabled={!isReady} onClick={() => amount && onReview(amount)}>
          Review what you add
        </Button>
      }
    >
      {sidesTaken(position).length > 1 && (
        <Segments
          label="The amount you set"
          look="full"
          value={side}
          options={[
            { value: 'token0', label: symbolText(moved[0]) },
            { value: 'token1', label: symbolText(moved[1]) },
          ]}
          onChange={(value) => change({ side: value })}
        />
      )}
      <SetAmount {...{ token, text, balance, problem }} onChange={(value) => change({ text: value })} />
      <Follows {...{ position, side, amount, other }} />
      <NativeChoice position={position} isNative={isNative} onChange={(value) => change({ isNative: value })}>
        Pay with
      </NativeChoice>
      {position.status === 'OUT_OF_RANGE' && (
        <Callout grade="caution" title="The price is outside this range.">
          You add only one token. It earns nothing until the price is back in the range.
        </Callout>
      )}
      <PoolWarnings warnings={position.warnings} />
    </Sheet>
  )
}

type SetProps = {
  token: TokenInformation
  text: string
  balance: bigint | undefined
  problem: string | undefined
  onChange(text: string): void
}

function SetAmount({ token, text, balance, problem, onChange }: SetProps) {
  const fill = (all: bigint) => onChange(typeable(mostOf(token, all), decimalsOf(token)))
  return (
    <AmountField
      label={`Add, in ${symbolText(token)}`}
      text={text}
      onChange={onChange}
      unit={{ symbol: symbolText(token), decimals: decimalsOf(token), mark: <TokenMark address={token.address} /> }}
      purpose={
        <>
          You set
          <Dollars wei={weiOf(readAmount(text, decimalsOf(token)).value, token.address)} />
        </>
      }
      balance={balance === undefined ? undefined : amountText(balance, token)}
      onMax={balance === undefined ? undefined : () => fill(balance)}
      error={problem}
    />
  )
}

/** Outside its range a position takes only one of its tokens. */
function sidesTaken({ amounts }: Position): Side[] {
  return (['token0', 'token1'] as const).filter((side) => amounts[side].amount !== '0')
}

type FollowsProps = { position: Position; side: Side; amount: bigint | undefined; other: TokenInformation }

/** The other token, in the ratio the position has now; the review has it to the unit. */
function Follows({ position: { amounts }, side, amount, other }: FollowsProps) {
  const own = BigInt(amounts[side].amount)
  const rest = BigInt(amounts[side === 'token0' ? 'token1' : 'token0'].amount)
  const follows = amount === undefined || own === 0n ? 0n : (amount * rest) / own
  return (
    <div className="amount out">
      <div className="line">
        <output className="figure">{amountText(follows, other)}</output>
        <span className="unit-box">
          <TokenMark address={other.address} />
          <bdi>{symbolText(other)}</bdi>
        </span>
      </div>
      <div className="sub">
        <span>
          Follows, about
          <Dollars wei={weiOf(follows, other.address)} />
        </span>
      </div>
    </div>
  )
}

function mostOf({ address }: TokenInformation, balance: bigint): bigint {
  if (address !== NATIVE) return balance
  return balance > GAS_ROOM ? balance - GAS_ROOM : 0n
}
