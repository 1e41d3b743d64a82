import { Account } from '../../session/Account.tsx'
import { Developers } from './Developers.tsx'
import { Load } from './Load.tsx'

/** Sign-in, then the state of the service and the developers. The service refuses wallets that are not operators. */
export function ConsolePage() {
  return (
    <Account>
      {(token) => (
        <>
          <Load token={token} />
          <Developers token={token} />
        </>
      )}
    </Account>
  )
}
