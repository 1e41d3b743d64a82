import { createRoot } from 'react-dom/client'
import { exact } from '#site/format.ts'
import { FullAddress } from '../../components/AddressChip.tsx'
import { Button } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Flag } from '../../components/Flag.tsx'
import { KeyValues } from '../../components/KeyValues.tsx'
import { Sheet } from '../../components/Sheet.tsx'

export type Question =
  | { kind: 'account'; accounts: string[] }
  | { kind: 'transaction'; transaction: { from: string; to: string; value?: string; data?: string } }
  | { kind: 'message'; text: string }

const ACCOUNTS_SHOWN = 8

/** Asks the user of the test wallet; undefined means no. */
export function question(asked: Question): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  function answer(value: string | undefined): void {
    root.unmount()
    place.remove()
    resolve(value)
  }
  root.render(
    asked.kind === 'account' ? <Accounts asked={asked} answer={answer} /> : <Confirm asked={asked} answer={answer} />,
  )
  return promise
}

type Answer = { answer(value: string | undefined): void }

function Marked() {
  return (
    <Callout grade="caution" icon="construction">
      <b>Test wallet of the devnet.</b> Its accounts are public. Nothing it signs has value.
    </Callout>
  )
}

function Accounts({ asked, answer }: Answer & { asked: Extract<Question, { kind: 'account' }> }) {
  return (
    <Sheet title="Choose a test account" onClose={() => answer(undefined)}>
      <Marked />
      <ul className="choices">
        {asked.accounts.slice(0, ACCOUNTS_SHOWN).map((account, index) => (
          <li key={account}>
            <button type="button" onClick={() => answer(account)}>
              <Flag address={account} isRound size="small" />
              <span className="grow">
                <b className="bold">Account {index + 1}</b>
                <FullAddress address={account} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

function Confirm({ asked, answer }: Answer & { asked: Exclude<Question, { kind: 'account' }> }) {
  const isTransaction = asked.kind === 'transaction'
  const footer = (
    <div className="row">
      <Button size="large" onClick={() => answer(undefined)}>
        Decline
      </Button>
      <Button size="large" kind="primary" isGrowing onClick={() => answer('yes')}>
        {isTransaction ? 'Sign and send' : 'Sign'}
      </Button>
    </div>
  )
  return (
    <Sheet title="Test wallet" onClose={() => answer(undefined)} footer={footer}>
      <Marked />
      {isTransaction ? <Summary transaction={asked.transaction} /> : <pre className="to-sign">{asked.text}</pre>}
    </Sheet>
  )
}

function Summary({ transaction }: { transaction: { from: string; to: string; value?: string; data?: string } }) {
  const { from, to, value = '0x0', data = '0x' } = transaction
  return (
    <KeyValues
      isRuled
      facts={[
        { key: 'from', term: 'From', value: <FullAddress address={from} /> },
        { key: 'to', term: 'To', value: <FullAddress address={to} /> },
        { key: 'value', term: 'Sends', value: `${exact(BigInt(value))} ETH` },
        { key: 'data', term: 'Data', value: `${(data.length - 2) / 2} bytes` },
      ]}
    />
  )
}
