import { useState } from 'react'
import { readAmount, readDecimal } from '#site/format.ts'
import { Field } from '../../components/Field.tsx'
import { TradeSlippage } from '../../components/Slippage.tsx'
import { useStore } from '../../store.ts'
import { setAmount, setDirectMax, setSlippage, tradeSettings } from './tradeSettings.ts'

/** Slippage and quick amounts, remembered in this browser. */
export function TradeSettings() {
  const { slippageBps, amounts, directMax } = useStore(tradeSettings)
  return (
    <>
      <TradeSlippage bps={slippageBps} onChange={setSlippage} />
      <div className="field">
        <span className="field-label">
          <span>Quick amounts</span>
          <span className="label">ETH</span>
        </span>
        <div className="quick">
          {amounts.map((amount, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the amounts have no identity but their place
            <QuickAmount key={index} amount={amount} index={index} />
          ))}
        </div>
      </div>
      <DirectMax kept={directMax} />
    </>
  )
}

/** The bound is kept only while it is an amount; an empty field is zero. */
function DirectMax({ kept }: { kept: string }) {
  const [text, setText] = useState(kept === '0' ? '' : kept)
  const { value, problem } = readAmount(text)
  return (
    <Field
      label="Open the wallet at once for buys up to"
      value={text}
      onChange={(typed) => {
        setText(typed)
        setDirectMax(readAmount(typed).value === undefined ? '0' : (readDecimal(typed).value ?? '0'))
      }}
      suffix="ETH"
      placeholder="0"
      inputMode="decimal"
      error={text === '' || value !== undefined ? undefined : problem}
      help="Smaller buys need no click in the review, unless it has a warning."
    />
  )
}

/** Keeps the typed text while it is not an amount yet. */
function QuickAmount({ amount, index }: { amount: string; index: number }) {
  const [text, setText] = useState(amount)
  const isAmount = (typed: string) => Number(readDecimal(typed).value ?? 0) > 0
  return (
    <div className={isAmount(text) ? 'input' : 'input bad'}>
      <input
        aria-label={`Quick amount ${index + 1}, in ETH`}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        aria-invalid={!isAmount(text) || undefined}
        onChange={({ target }) => {
          setText(target.value)
          if (isAmount(target.value)) setAmount(index, readDecimal(target.value).value ?? amount)
        }}
      />
    </div>
  )
}
