import { type Mandate, mandateUrl } from '../../../api/mandates.ts'
import { request } from '../../../api/request.ts'
import { config } from '../../../api/siteData.ts'
import { useAction } from '../../../api/useAction.ts'
import { Button } from '../../../components/Button.tsx'
import { Problem } from '../../../components/Problem.tsx'
import { requireTransaction } from '../../../signing/statements/requireTransaction.ts'
import { sendAll } from '../../../wallet/sendAll.ts'

const WORDS = {
  doing: 'Revoking all mandates and orders',
  done: 'Revoked all mandates and orders',
  failed: 'Nothing was revoked. All mandates and orders are still in force.',
}

/** Ends every mandate and order of the account with one transaction, also those that other browsers keep. */
export function RevokeAll({ mandate }: { mandate: string }) {
  const { run, busy, problem } = useAction()
  async function revoke(): Promise<void> {
    const { revokeAll } = await request<Mandate>(mandateUrl(mandate))
    await requireTransaction(revokeAll, config.chainId)
    await sendAll([revokeAll.transaction], WORDS)
  }
  return (
    <>
      <Button kind="danger" busy={busy} onClick={() => void run(revoke, 'Waiting for wallet')}>
        Revoke all mandates and orders
      </Button>
      <Problem text={problem} grade="caution" />
    </>
  )
}
