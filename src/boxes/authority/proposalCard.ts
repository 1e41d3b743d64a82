import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import type { Operation } from '#core/Operation.ts'

/** The operations whose transactions the web site can rebuild and review, with the field that holds the transaction. */
const BUILDERS: Readonly<Record<string, string>> = {
  '/lp/create': 'create',
  '/lp/create_classic': 'create',
  '/lp/increase': 'increase',
  '/lp/decrease': 'decrease',
  '/lp/claim_fees': 'claim',
  '/api/launchpad/prepare': 'transaction',
}

export function isBuilder({ method, path }: Pick<Operation, 'method' | 'path'>): boolean {
  return method === 'POST' && Object.hasOwn(BUILDERS, path)
}

/** The response of a builder. */
export type Built = {
  summary: string
  warnings?: readonly { message: string }[]
  statement?: unknown
  limits?: unknown
  steps?: readonly { summary: string; transaction: unknown; statement: unknown }[]
} & Readonly<Record<string, unknown>>

type Proposed = { title: string; built: Built; path: string; body: Readonly<Record<string, unknown>> }

export type ProposalCard = ReturnType<typeof proposalCard>

/** Shows a card in a session of a box; false if no run of it is in progress. */
export type ShowCard = (sessionId: string, card: ProposalCard) => boolean

/** A card whose transaction comes from the builder alone. */
export function proposalCard({ title, built, path, body }: Proposed) {
  const { summary, warnings = [], statement, limits, steps = [] } = built
  const before = steps.slice(0, -1).map((step) => ({ ...step, title: step.summary, why: step.summary }))
  const last = { title, why: summary, transaction: built[BUILDERS[path] ?? ''], statement }
  return {
    kind: 'transaction' as const,
    title,
    words: [summary, ...before.map(({ why }) => why)],
    warnings: warnings.map(({ message }) => message),
    data: {
      chainId: body['chainId'] ?? LAUNCH_CHAIN_ID,
      wallet: body['walletAddress'] ?? body['from'],
      steps: [...before, last],
      ...(limits !== undefined && { limits }),
      rebuild: { method: 'POST', path, body },
    },
  }
}
