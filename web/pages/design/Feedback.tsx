import { Callout } from '../../components/Callout.tsx'
import { Card } from '../../components/Card.tsx'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { LiveState } from '../../components/LiveState.tsx'
import { Empty, Failure, SkeletonRows } from '../../components/States.tsx'
import { Toast } from '../../wallet/Toasts.tsx'
import { TOASTS } from './sample.ts'

const nothing = () => {}

export function Feedback() {
  return (
    <>
      <Card title="Transaction toast">
        {TOASTS.map((item) => (
          <Toast key={item.id} item={item} onDismiss={nothing} />
        ))}
      </Card>
      <Card title="Callout grades">
        <Callout grade="note">
          <b>Note.</b> This buy may fill the curve. Unused ETH is returned to you.
        </Callout>
        <Callout grade="caution">
          <b>Price impact 8.56 %.</b> You pay 8.56 % more than the current price. Try a smaller amount.
        </Callout>
        <Callout grade="danger">
          <b>Price impact 18.20 %.</b> Type the amount to confirm.
        </Callout>
      </Card>
      <Card title="Empty, error, loading">
        <Empty title="No token matches “barnacles”" action={{ label: 'Clear search', run: nothing }}>
          Check the spelling, or paste the token address.
        </Empty>
        <Failure title="Trades stopped 14 s ago." retry={nothing} retryLabel="Reconnect now">
          The connection to Slipway was lost. Figures below are from 08:14:02.
        </Failure>
        <SkeletonRows rows={2} label="Loading" />
      </Card>
      <Card title="Live">
        {(['connecting', 'live', 'lost', 'paused'] as const).map((connection) => (
          <LiveState key={connection} connection={connection} note="0.1 s behind the chain" onPause={nothing} />
        ))}
      </Card>
      <CodeBlock title="curl" code={'curl https://slipway.example/api/launchpad/tokens?limit=3'} />
    </>
  )
}
