import { AddressChip, FullAddress } from '../../components/AddressChip.tsx'
import { Card } from '../../components/Card.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Age, Change, Eth, Price } from '../../components/Figures.tsx'
import { Flag } from '../../components/Flag.tsx'
import { KeyValues } from '../../components/KeyValues.tsx'
import { Progress } from '../../components/Progress.tsx'
import { Sparkline } from '../../components/Sparkline.tsx'
import { Steps } from '../../components/Steps.tsx'
import { UntrustedText } from '../../components/UntrustedText.tsx'
import { FLAGS, SAMPLE } from './sample.ts'

const HALF_HOUR = 1_800_000
const earlier = new Date(Date.now() - HALF_HOUR).toISOString()

export function Figures() {
  return (
    <>
      <Card title="Untrusted text">
        <UntrustedText whose="creator">Harbour is where the boats go.</UntrustedText>
        <div className="row wrap">
          <Chip tone="untrusted" icon="pen-line">
            agent’s words
          </Chip>
          <Chip tone="warn" icon="triangle-alert">
            Same symbol as 2 older tokens
          </Chip>
          <Chip>creator</Chip>
          <Chip tone="accent">you</Chip>
          <Chip tone="ok" icon="check">
            simulated
          </Chip>
          <Chip tone="bad" icon="x">
            would revert
          </Chip>
        </div>
      </Card>
      <Card title="Address and flags">
        <div className="row">
          <Flag address={SAMPLE} />
          <AddressChip address={SAMPLE} />
        </div>
        <FullAddress address={SAMPLE} />
        <div className="row wrap">
          {FLAGS.slice(0, 12).map((address) => (
            <Flag key={address} address={address} />
          ))}
        </div>
        <div className="row wrap">
          {FLAGS.slice(12).map((address) => (
            <Flag key={address} address={address} isRound size="small" />
          ))}
        </div>
      </Card>
      <Card title="Figures">
        <KeyValues
          isRuled
          facts={[
            { key: 'price', term: 'Price', value: <Price wei={7_940_000_000n} /> },
            { key: 'cap', term: 'Market cap', value: <Eth wei={1_284_000_000_000_000_000_000n} /> },
            { key: 'up', term: 'Up', value: <Change bps={16_470} /> },
            { key: 'down', term: 'Down', value: <Change bps={-236} /> },
            { key: 'age', term: 'Age', value: <Age at={earlier} /> },
            { key: 'unknown', term: 'Unknown', value: <Age at={null} /> },
            { key: 'line', term: 'Sparkline', value: <Sparkline points={[1, 3, 2, 4, 6, 5, 8]} /> },
          ]}
        />
      </Card>
      <Card title="Progress">
        <Progress bps={350} />
        <Progress bps={6_680} />
        <Progress bps={10_000} isDone />
      </Card>
      <Card title="Steps">
        <Steps
          steps={[
            { title: 'Approve DUSD', state: 'done', note: 'mined' },
            { title: 'Sign the permit', state: 'now', note: 'in your wallet', detail: 'A signature, no gas.' },
            { title: 'Create the position', state: 'todo', note: 'transaction' },
          ]}
        />
      </Card>
    </>
  )
}
