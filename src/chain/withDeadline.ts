import type { ApiError } from '#core/ApiError.ts'
import { withTimeout } from '#core/withTimeout.ts'
import type { Chain } from './Chain.ts'
import { ProviderFailure, unavailable } from './failures.ts'

/** A view of the chain whose operations fail at a deadline; shared round trips go on for other callers. */
export function withDeadline(chain: Chain, deadline: number, now: () => number): Chain {
  const limit = <T>(work: Promise<T>) => withTimeout(work, deadline - now(), () => expired(chain.id))
  const bound: Chain = {
    ...chain,
    call: (request) => limit(chain.call(request)),
    read: (calls, options) => limit(chain.read(calls, options)),
    request: (method, params) => limit(chain.request(method, params)),
    batch: (requests) => limit(chain.batch(requests)),
    state: (key, load) => limit(chain.state(key, load)),
    forever: (key, load) => limit(chain.forever(key, load)),
    fees: (urgency) => limit(chain.fees(urgency)),
    simulate: (simulation) => limit(chain.simulate(simulation)),
    agreed: () => withDeadline(chain.agreed(), deadline, now),
    within: (deadlineMs) => withDeadline(chain, Math.min(deadline, now() + deadlineMs), now),
  }
  return bound
}

function expired(chainId: number): ApiError {
  return unavailable(chainId, new ProviderFailure('timeout', 'the deadline has passed'))
}
