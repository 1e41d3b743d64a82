import { useRef, useState } from 'react'
import { cut, fixed, readAmount, short, typeable } from '#site/format.ts'
import type { Quote, TokenDetail } from '../../api/launchpad.ts'
import { AmountField } from '../../components/AmountField.tsx'
import { Button } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { ETH, Flag } from '../../components/Flag.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Segments } from '../../components/Segments.tsx'
import { Dollars } from '../../dollars/Dollars.tsx'
import { Review } from '../../signing/launchpad/Review.tsx'
import { useStore } from '../../store.ts'
import { useEthBalance, useTokenBalance } from '../../wallet/useBalance.ts'
import { useAccount, WalletGate } from '../../wallet/WalletGate.tsx'
import { QuickAmounts } from './QuickAmounts.tsx'
import { Impact, TradeFigures } from './TradeFigures.tsx'
import type { Side } from './Trading.ts'
import { tradeSettings } from './tradeSettings.ts'
import { useQuote } from './useQuote.ts'
import { useTradeKeys } from './useTradeKeys.ts'

/** Left for gas by Max. */
const GAS_WEI = 2_000_000_000_000_000n
const SYMBOL_SHOWN = 10
const ONE = 10n ** 18n

type Props = { token: TokenDetail; firstSide?: Side; hasShortcuts?: boolean }

/** Buys and sells, on the curve and after graduation in the pool; nothing is sent before it was reviewed and signed. */
export function TradeBox({ token, firstSide = 'buy', hasShortcuts = false }: Props) {
  const [side, setSide] = useState<Side>(firstSide)
  const [text, setText] = useState('')
  const { slippageBps, directMax } = useStore(tradeSettings)
  const [isReviewing, setReviewing] = useState(false)
  const account = useAccount()
  const balance = useBalance({ token, side, account })
  const amount = readAmount(text).value
  const asked = { address: token.address, side, amount, slippageBps }
  const { quote, problem, isLoading } = useQuote(asked, `${token.priceEth} ${token.graduated}`)
  const isDirect = side === 'buy' && amount !== undefined && amount <= (readAmount(directMax).value ?? 0n)
  const isTooMuch = amount !== undefined && balance !== undefined && amount > balance
  function change(next: Side): void {
    setSide(next)
    setText('')
  }
  const box = useRef<HTMLDivElement>(null)
  useTradeKeys(hasShortcuts, (next) => {
    if (next !== side) change(next)
    box.current?.querySelector('input')?.focus()
  })
  function finish(): void {
    setReviewing(false)
    setText('')
  }
  return (
    <div ref={box} className="body stack">
      <SideChoice side={side} onChange={change} />
      <AmountInput
        token={token}
        side={side}
        text={text}
        onChange={setText}
        balance={balance}
        error={isTooMuch ? 'More than you hold' : undefined}
      />
      <QuickAmounts side={side} balance={balance} onChoose={setText} />
      <TradeFigures token={token} side={side} quote={quote} isLoading={isLoading} />
      {problem !== undefined && (
        <Callout grade="caution" isAlert>
          {problem}
        </Callout>
      )}
      {quote && <Impact quote={quote} side={side} />}
      <WalletGate>
        <Button
          kind={side}
          size="large"
          isWide
          icon={side === 'buy' ? 'arrow-up' : 'arrow-down'}
          disabled={!quote || isTooMuch}
          onClick={() => setReviewing(true)}
        >
          {reviewWords({ side, isDirect }, cut(token.symbol, SYMBOL_SHOWN), quote)}
        </Button>
      </WalletGate>
      <p className="text-small faint centered">Nothing is sent until you sign in your wallet.</p>
      {isReviewing && account !== undefined && amount !== undefined && (
        <Review
          body={tradeBody({ token, side, amount, slippageBps, account })}
          token={token}
          onClose={() => setReviewing(false)}
          onDone={finish}
          isDirect={isDirect}
        />
      )}
    </div>
  )
}

type Trade = { token: TokenDetail; side: Side; amount: bigint; slippageBps: number; account: string }

function tradeBody({ token, side, amount, slippageBps, account }: Trade) {
  return {
    action: side,
    token: token.address,
    from: account,
    slippageBps,
    ...(side === 'buy' ? { value: String(amount) } : { amount: String(amount) }),
  }
}

type Whose = { token: TokenDetail; side: Side; account: string | undefined }

function useBalance({ token, side, account }: Whose): bigint | undefined {
  const eth = useEthBalance(account)
  const tokens = useTokenBalance(token.address, account)
  return side === 'buy' ? eth : tokens
}

type InputProps = {
  token: TokenDetail
  side: Side
  text: string
  onChange(text: string): void
  balance: bigint | undefined
  error: string | undefined
}

function AmountInput({ token, side, text, onChange, balance, error }: InputProps) {
  const isBuy = side === 'buy'
  return (
    <AmountField
      label={isBuy ? 'You pay, in ETH' : `You sell, in ${token.symbol}`}
      text={text}
      onChange={onChange}
      unit={isBuy ? ETH : { symbol: token.symbol, decimals: 18, mark: <Mark token={token} /> }}
      purpose={
        <>
          {isBuy ? 'You pay' : 'You sell'}
          <Dollars wei={worthOf(token, side, readAmount(text).value)} />
        </>
      }
      balance={balance === undefined ? undefined : fixed(balance, isBuy ? 4 : 2)}
      onMax={balance === undefined ? undefined : () => onChange(typeable(maxOf(side, balance)))}
      error={error}
    />
  )
}

/** The wei that are typed, or the tokens at their present price. */
function worthOf({ priceEth }: TokenDetail, side: Side, amount: bigint | undefined): bigint | undefined {
  if (amount === undefined || side === 'buy') return amount
  return (amount * BigInt(priceEth)) / ONE
}

function Mark({ token }: { token: TokenDetail }) {
  return <Flag address={token.address} size="small" image={token.metadata?.image} />
}

function SideChoice({ side, onChange }: { side: Side; onChange(side: Side): void }) {
  return (
    <Segments
      label="Side"
      look="side"
      value={side}
      onChange={onChange}
      options={[
        {
          value: 'buy',
          label: (
            <>
              <Icon name="arrow-up" size="small" />
              Buy
            </>
          ),
          tone: 'is-buy',
        },
        {
          value: 'sell',
          label: (
            <>
              <Icon name="arrow-down" size="small" />
              Sell
            </>
          ),
          tone: 'is-sell',
        },
      ]}
    />
  )
}

function maxOf(side: Side, balance: bigint): bigint {
  if (side === 'sell') return balance
  return balance > GAS_WEI ? balance - GAS_WEI : 0n
}

type Choice = { side: Side; isDirect: boolean }

function reviewWords({ side, isDirect }: Choice, symbol: string, quote: Quote | undefined): string {
  if (!quote) return side === 'buy' ? 'Review buy' : 'Review sale'
  if (isDirect) return `Buy ${short(BigInt(quote.amountOut))} ${symbol}`
  return side === 'buy'
    ? `Review buy of ${short(BigInt(quote.amountOut))} ${symbol}`
    : `Review sale for ${fixed(BigInt(quote.amountOut), 4)} ETH`
}
