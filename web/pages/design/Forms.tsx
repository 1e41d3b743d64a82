import { useState } from 'react'
import { AmountField } from '../../components/AmountField.tsx'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Checkbox } from '../../components/Checkbox.tsx'
import { Field } from '../../components/Field.tsx'
import { ETH, Flag } from '../../components/Flag.tsx'
import { Segments } from '../../components/Segments.tsx'
import { Select } from '../../components/Select.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { SAMPLE } from './sample.ts'

const INTERVALS = ['1m', '5m', '1h'] as const
const AGES = [
  { value: '', label: 'any' },
  { value: '1h', label: '≤ 1 h' },
]

export function Forms() {
  return (
    <>
      <Buttons />
      <Fields />
      <Choices />
    </>
  )
}

function Buttons() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title="Button">
      <div className="row wrap">
        <Button kind="primary" onClick={() => setOpen(true)}>
          Open a sheet
        </Button>
        <Button>Secondary</Button>
        <Button kind="ghost">Ghost</Button>
        <Button kind="danger">Revoke</Button>
      </div>
      <div className="row wrap">
        <Button kind="buy" icon="arrow-up">
          Buy
        </Button>
        <Button kind="sell" icon="arrow-down">
          Sell
        </Button>
        <Button kind="primary" busy="Waiting for wallet" />
      </div>
      <div className="row wrap">
        <Button disabled>Disabled</Button>
        <Button size="small">Small</Button>
        <Button size="large">Large</Button>
        <Button icon="copy" aria-label="Copy" />
      </div>
      {isOpen && (
        <Sheet
          title="A sheet"
          onClose={() => setOpen(false)}
          footer={
            <Button kind="primary" size="large" onClick={() => setOpen(false)}>
              Close it
            </Button>
          }
        >
          <p className="words">A sheet says in words what will be signed. Escape closes it.</p>
        </Sheet>
      )}
    </Card>
  )
}

function Fields() {
  const [text, setText] = useState('HARBOURHARBOURHAR')
  const [amount, setAmount] = useState('20000000')
  return (
    <Card title="Field">
      <Field
        label="Symbol"
        value={text}
        onChange={setText}
        aside={`${text.length} of 16`}
        error="One character too long. Use at most 16."
      />
      <Field
        label="Slippage"
        value="7"
        onChange={() => {}}
        suffix="%"
        isCaution
        help="Above 5 %: you may get up to 7 % fewer tokens than shown."
      />
      <Field
        label="Search"
        isLabelHidden
        icon="search"
        value=""
        onChange={() => {}}
        placeholder="Name, symbol or address"
      />
      <AmountField
        label="You sell"
        text={amount}
        onChange={setAmount}
        unit={{ symbol: 'HRBR', decimals: 18, mark: <Flag address={SAMPLE} size="small" /> }}
        purpose="You sell"
        balance="18,204,551.77"
        onMax={() => setAmount('18204551.77')}
        error="More than you hold"
      />
      <AmountField
        label="You pay"
        text="0,25"
        onChange={() => {}}
        unit={ETH}
        purpose="You pay"
        balance="9.7412"
        onMax={() => {}}
      />
    </Card>
  )
}

function Choices() {
  const [interval, setInterval] = useState<(typeof INTERVALS)[number]>('1m')
  const [side, setSide] = useState<'buy' | 'sell'>('buy')
  const [age, setAge] = useState('1h')
  const [tab, setTab] = useState<'trades' | 'holders'>('trades')
  const [isChecked, setChecked] = useState(false)
  return (
    <Card title="Choices">
      <div className="row wrap">
        <Select label="Age" value={age} options={AGES} onChange={setAge} />
        <Select label="Holders" value="" options={AGES} onChange={() => {}} />
        <Segments
          label="Interval"
          size="small"
          value={interval}
          options={INTERVALS.map((value) => ({ value, label: value }))}
          onChange={setInterval}
        />
      </div>
      <Segments
        label="Side"
        look="side"
        value={side}
        onChange={setSide}
        options={[
          { value: 'buy', label: 'Buy', tone: 'is-buy' },
          { value: 'sell', label: 'Sell', tone: 'is-sell' },
        ]}
      />
      <Tabs
        label="Activity"
        id="sample"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'trades', label: 'Trades', count: '1,046' },
          { value: 'holders', label: 'Holders', count: '118' },
        ]}
      />
      <p id={`sample-panel-${tab}`} role="tabpanel" aria-labelledby={`sample-tab-${tab}`} className="muted">
        The panel of {tab}.
      </p>
      <p id={`sample-panel-${tab === 'trades' ? 'holders' : 'trades'}`} hidden />
      <Checkbox isChecked={isChecked} onChange={setChecked}>
        I understand that this is final.
      </Checkbox>
    </Card>
  )
}
