import type { Chain } from './Chain.ts'
import { ProviderFailure, unavailable } from './failures.ts'

/** A view of the chain whose operations give up at one moment, whatever those who share their round trips wait for. */
export function withDeadline(chain: Chain, deadline: number, now: () => number): Chain {
  const limit = <T>(work: Promise<T>) => giveUpAt(work, { waitMs: deadline - now(), chainId: chain.id })
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

function giveUpAt<T>(work: Promise<T>, { waitMs, chainId }: { waitMs: number; chainId: number }): Promise<T> {
  return new Promise((resolve, reject) => {
    const expired = () => reject(unavailable(chainId, new ProviderFailure('timeout', 'the deadline has passed')))
    const timer = setTimeout(expired, Math.max(0, waitMs))
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
