import { useEffect, useRef, useState } from 'react'
import { cut, exact, fixed, percent, readAmount, short, typeable, whole } from '#site/format.ts'
import type { Quote, TokenDetail } from '../../api/launchpad.ts'
import { AmountField } from '../../components/AmountField.tsx'
import { Button, LinkButton } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { ETH, Flag } from '../../components/Flag.tsx'
import { Icon } from '../../components/Icon.tsx'
import { KeyValues } from '../../components/KeyValues.tsx'
import { Segments } from '../../components/Segments.tsx'
import { TradeSlippage } from '../../components/Slippage.tsx'
import { Review } from '../../signing/launchpad/Review.tsx'
import { useEthBalance, useTokenBalance } from '../../wallet/useBalance.ts'
import { useAccount, WalletGate } from '../../wallet/WalletGate.tsx'
import type { Side } from './Trading.ts'
import { useQuote } from './useQuote.ts'

/** Left for gas by Max. */
const GAS_WEI = 2_000_000_000_000_000n
const CAUTION_BPS = 300
const ADVICE_BPS = 500
const SYMBOL_SHOWN = 10
const QUICK_ETH = ['0.05', '0.1', '0.25', '1']
const QUICK_SHARE = [25, 50, 75, 100]

type Props = { token: TokenDetail; firstSide?: Side; hasShortcuts?: boolean }

/** Buys and sells, on the curve and after graduation in the pool; nothing is sent before it was reviewed and signed. */
export function TradeBox({ token, firstSide = 'buy', hasShortcuts = false }: Props) {
  const [side, setSide] = useState<Side>(firstSide)
  const [text, setText] = useState('')
  const [slippageBps, setSlippage] = useState(200)
  const [isReviewing, setReviewing] = useState(false)
  const account = useAccount()
  const balance = useBalance({ token, side, account })
  const amount = readAmount(text).value
  const asked = { address: token.address, side, amount, slippageBps }
  const { quote, problem, isLoading } = useQuote(asked, `${token.priceEth} ${token.graduated}`)
  const isTooMuch = amount !== undefined && balance !== undefined && amount > balance
  function change(next: Side): void {
    setSide(next)
    setText('')
  }
  const box = useRef<HTMLDivElement>(null)
  useShortcuts(hasShortcuts, (next) => {
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
      <Quick side={side} balance={balance} onChoose={setText} />
      <Figures
        token={token}
        side={side}
        quote={quote}
        slippageBps={slippageBps}
        onSlippage={setSlippage}
        isLoading={isLoading}
      />
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
          {reviewWords(side, cut(token.symbol, SYMBOL_SHOWN), quote)}
        </Button>
      </WalletGate>
      <p className="text-small faint centered">Nothing is sent until you sign in your wallet.</p>
      {isReviewing && account !== undefined && amount !== undefined && (
        <Review
          body={tradeBody({ token, side, amount, slippageBps, account })}
          token={token}
          onClose={() => setReviewing(false)}
          onDone={finish}
        />
      )}
    </div>
  )
}

const SHORTCUTS: Readonly<Record<string, Side>> = { b: 'buy', s: 'sell' }

/** B and S go to the amount from anywhere on the page but from a field. */
function useShortcuts(isOn: boolean, onSide: (side: Side) => void): void {
  const handle = useRef(onSide)
  handle.current = onSide
  useEffect(() => {
    if (!isOn) return
    const listening = new AbortController()
    const press = (event: KeyboardEvent) => {
      const side = SHORTCUTS[event.key]
      const isTaken = event.metaKey || event.ctrlKey || event.altKey || document.querySelector('dialog[open]') !== null
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select') !== null
      if (side === undefined || isTaken || isTyping) return
      event.preventDefault()
      handle.current(side)
    }
    document.addEventListener('keydown', press, { signal: listening.signal })
    return () => listening.abort()
  }, [isOn])
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
      purpose={isBuy ? 'You pay' : 'You sell'}
      balance={balance === undefined ? undefined : fixed(balance, isBuy ? 4 : 2)}
      onMax={balance === undefined ? undefined : () => onChange(typeable(maxOf(side, balance)))}
      error={error}
    />
  )
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

function Quick({ side, balance, onChoose }: { side: Side; balance: bigint | undefined; onChoose(text: string): void }) {
  return (
    <div className="quick">
      {side === 'buy' &&
        QUICK_ETH.map((value) => (
          <Button key={value} size="small" onClick={() => onChoose(value)}>
            {value}
          </Button>
        ))}
      {side === 'sell' &&
        QUICK_SHARE.map((share) => (
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

type FigureProps = {
  token: TokenDetail
  side: Side
  quote: Quote | undefined
  slippageBps: number
  onSlippage(bps: number): void
  isLoading: boolean
}

function Figures({ token, side, quote, slippageBps, onSlippage, isLoading }: FigureProps) {
  const [isOpen, setOpen] = useState(false)
  const unit = side === 'buy' ? cut(token.symbol, SYMBOL_SHOWN) : 'ETH'
  const figure = (amount: string) => (side === 'buy' ? whole(BigInt(amount)) : fixed(BigInt(amount), 6))
  const change = (
    <LinkButton aria-label="Change slippage" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      <Icon name="settings-2" size="small" />
    </LinkButton>
  )
  return (
    <>
      <div className={isLoading ? 'quoting' : undefined}>
        <KeyValues
          facts={[
            {
              key: 'get',
              term: 'You get',
              value: (
                <>
                  {quote ? figure(quote.amountOut) : '–'}
                  <span className="unit">{unit}</span>
                </>
              ),
              tone: 'big',
            },
            {
              key: 'least',
              term: (
                <>
                  At least, at {slippageBps / 100} % slippage{change}
                </>
              ),
              value: quote ? figure(quote.minOut) : '–',
            },
            {
              key: 'impact',
              term: 'Price impact',
              value: quote ? percent(quote.priceImpactBps, 2) : '–',
              tone: quote && quote.priceImpactBps >= CAUTION_BPS ? 'warn' : undefined,
            },
            {
              key: 'fee',
              term: token.graduated ? 'Pool fee, 1 %' : 'Trade fee, 1 %',
              value: quote ? feeWords(quote.fee) : '–',
            },
            ...(quote?.refund && quote.refund !== '0'
              ? [{ key: 'refund', term: 'Comes back to you', value: `${exact(BigInt(quote.refund))} ETH` }]
              : []),
          ]}
        />
      </div>
      {isOpen && <TradeSlippage bps={slippageBps} onChange={onSlippage} />}
    </>
  )
}

/** In the pool a sale pays its fee in tokens, before they are swapped. */
function feeWords(fee: string | null): string {
  return fee === null ? 'in tokens' : `${exact(BigInt(fee))} ETH`
}

function Impact({ quote, side }: { quote: Quote; side: Side }) {
  if (quote.graduates)
    return (
      <Callout grade="note">
        <b>This buy completes the curve.</b> The token graduates and unused ETH is returned.
      </Callout>
    )
  if (quote.priceImpactBps < ADVICE_BPS) return null
  return (
    <Callout grade="caution">
      <b>Price impact {percent(quote.priceImpactBps, 2)}.</b> You {side === 'buy' ? 'pay more' : 'get less'} than the
      current price says. Try a smaller amount.
    </Callout>
  )
}

function reviewWords(side: Side, symbol: string, quote: Quote | undefined): string {
  if (!quote) return side === 'buy' ? 'Review buy' : 'Review sale'
  return side === 'buy'
    ? `Review buy of ${short(BigInt(quote.amountOut))} ${symbol}`
    : `Review sale for ${fixed(BigInt(quote.amountOut), 4)} ETH`
}
