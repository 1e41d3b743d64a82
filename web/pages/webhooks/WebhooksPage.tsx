import { Account } from '../../session/Account.tsx'
import { Alerts } from './Alerts.tsx'
import { Endpoints } from './Endpoints.tsx'
import { Rules } from './Rules.tsx'

/** Sign-in, then the account's endpoints with their deliveries, its rules, and what they found. */
export function WebhooksPage() {
  return (
    <Account>
      {(token) => (
        <>
          <Endpoints token={token} />
          <Rules token={token} />
          <Alerts token={token} />
        </>
      )}
    </Account>
  )
}
