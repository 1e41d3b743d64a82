import type { z } from 'zod'
import type { Chain } from '#chain/Chain.ts'
import { providerWarnings } from '#chain/providerWarnings.ts'
import { requireAccepted } from '#liquidity/checks/requireAccepted.ts'
import type { Draft } from '#liquidity/deposits/Draft.ts'
import { ignoredFields } from '#liquidity/fields.ts'
import { termWarnings } from '#liquidity/request/Terms.ts'
import type { Answering, BuildRequest } from './Answering.ts'
import type { Warning } from './Limits.ts'
import { tokenWarnings } from './tokenWarnings.ts'

/** Every warning of an answer; a deposit is refused for a risk that the request does not accept. */
export async function warningsOf(
  chain: Chain,
  { tokens, warnings = [] }: Pick<Draft, 'tokens' | 'warnings'>,
  { request, schema, now }: Omit<Answering, 'attest'>,
): Promise<Warning[]> {
  const aboutTokens = await tokenWarnings(chain, tokens)
  const risks = [...aboutTokens.lookalikes, ...warnings, ...aboutTokens.code]
  if (isDeposit(schema)) requireAccepted(risks, request.acceptRisks)
  return [...risks, ...termWarnings(request, now), ...providerWarnings(chain), ...ignoredWarnings(schema, request)]
}

// Only deposits are refused for a risk, because a withdrawal ends it.
function isDeposit({ shape }: z.ZodObject): boolean {
  return 'acceptRisks' in shape
}

function ignoredWarnings(schema: z.ZodObject, request: BuildRequest): Warning[] {
  return ignoredFields(schema, request).map((field) => ({
    code: 'FIELD_IGNORED',
    message: `${field} belongs to another path of the liquidity API and was ignored.`,
  }))
}
