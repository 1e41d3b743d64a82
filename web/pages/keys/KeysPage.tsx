import { Account } from '../../session/Account.tsx'
import { Connections } from './Connections.tsx'
import { Keys } from './Keys.tsx'

/** Sign-in, then the account's keys. */
export function KeysPage() {
  return (
    <Account>
      {(token) => (
        <>
          <Keys token={token} />
          <Connections token={token} />
        </>
      )}
    </Account>
  )
}
