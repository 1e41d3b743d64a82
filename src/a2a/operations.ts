import { z } from 'zod'
import { none } from '#core/Access.ts'
import type { AgentPushes } from '#core/AgentPush.ts'
import type { AgentRuns } from '#core/AgentRun.ts'
import { defineDocument, type Operation } from '#core/Operation.ts'
import { type CardOptions, legacyCard, type SignedCard, signedCard } from './agentCard.ts'
import { createRequestHandler } from './createRequestHandler.ts'
import { jsonRpc } from './jsonRpc.ts'
import type { Admit } from './requests.ts'
import { restOperations } from './restOperations.ts'
import { LEGACY, versionOf } from './version.ts'

type Options = CardOptions & { admit: Admit; pushes: AgentPushes }

/** The A2A endpoint over JSON-RPC and REST, and the agent card. */
export function operations(runs: AgentRuns, { admit, pushes, ...options }: Options): Operation[] {
  let signed: SignedCard | undefined
  const card = () => (signed ??= signedCard(options))
  const handler = createRequestHandler(runs, card, pushes)
  return [agentCard(card), olderAgentCard(card), jsonRpc(handler, admit), ...restOperations(handler, admit)]
}

const document = {
  method: 'GET',
  tag: 'discovery',
  access: none,
  limit: 'read',
  errors: [],
  cacheControl: 'public, max-age=300',
  request: z.object({}),
  response: z.record(z.string(), z.unknown()),
} as const

function agentCard(card: () => SignedCard): Operation {
  return defineDocument({
    ...document,
    name: 'getAgentCard',
    path: '/.well-known/agent-card.json',
    summary: 'Get the signed A2A agent card; with `A2A-Version: 0.3`, in the format of that version.',
    description:
      'The signature in `signatures` is a JWS over the RFC 8785 canonical JSON of the card without `signatures`. Its key is in /.well-known/jwks.json.',
    headers: { vary: 'a2a-version' },
    document: (_, call) => JSON.stringify(versionOf(call) === LEGACY ? legacyCard(card()) : card()),
  })
}

/** Clients of version 0.3 send no version when they read the card, so their format has its own path. */
function olderAgentCard(card: () => SignedCard): Operation {
  return defineDocument({
    ...document,
    name: 'getOlderAgentCard',
    path: '/.well-known/agent.json',
    summary: 'Get the agent card in the format of A2A 0.3.',
    document: () => JSON.stringify(legacyCard(card())),
  })
}
