import { type Execution, readExecution } from '../../api/orders.ts'
import { config } from '../../api/siteData.ts'
import { useAction } from '../../api/useAction.ts'
import { useQuery } from '../../api/useQuery.ts'
import { Button } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Problem } from '../../components/Problem.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { requireTransaction } from '../../signing/statements/requireTransaction.ts'
import { sendAll } from '../../wallet/sendAll.ts'
import type { Proposal } from './proposal.ts'

const EXECUTE = {
  doing: 'Executing the order',
  done: 'Executed the order',
  failed: 'The order was not executed; somebody else may have been faster. Gas was spent.',
}

type Props = { proposal: Extract<Proposal, { kind: 'execution' }>; onClose(): void; onMined(): void }

/** The execution of an order, as the service builds it now: nothing of the agent but the number of the order is used. */
export function ExecutionReview({ proposal: { order, wallet }, onClose, onMined }: Props) {
  const read = useQuery(`${order} ${wallet}`, () => readExecution(order, wallet))
  const { run, busy, problem } = useAction()
  async function execute({ transaction, statement }: Execution): Promise<void> {
    await requireTransaction({ transaction, statement }, config.chainId)
    await sendAll([transaction], EXECUTE)
    onMined()
    onClose()
  }
  const built = read.data
  return (
    <Sheet
      title="Review the execution"
      onClose={onClose}
      footer={
        <>
          <Problem text={problem} grade="caution" />
          <Button
            kind="primary"
            size="large"
            disabled={built === undefined}
            busy={busy}
            onClick={() => built && void run(() => execute(built), 'Waiting for wallet')}
          >
            Open wallet to sign
          </Button>
        </>
      }
    >
      <Callout grade="danger">
        <b>Worst case: somebody else comes first, the transaction reverts, and you pay its gas.</b>
      </Callout>
      <QueryView query={read} what="the order" rows={2}>
        {({ summary }) => <p>{summary}</p>}
      </QueryView>
    </Sheet>
  )
}
