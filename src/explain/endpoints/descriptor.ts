import { z } from 'zod'
import { none } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { define, type Operation } from '#core/Operation.ts'
import type { Context } from '#explain/Context.ts'
import { DESCRIPTORS, descriptorOf } from '#explain/rules/clearSigning.ts'

const Request = z.object({
  name: z.enum(DESCRIPTORS, { error: () => `must be one of ${DESCRIPTORS.join(', ')}` }),
})

/** The descriptors by which hardware wallets show launches in words. */
export function descriptor({ launch, signer }: Context): Operation {
  return define({
    name: 'clearSigningDescriptor',
    method: 'GET',
    path: '/api/explain/descriptors/{name}',
    tag: 'explain',
    summary: 'The ERC-7730 descriptor of a launch contract, for clear signing.',
    access: none,
    limit: 'read',
    errors: ['not_found'],
    cacheControl: 'public, max-age=300',
    ignoresUnknownQuery: true,
    request: Request,
    response: z.record(z.string(), z.unknown()),
    handle({ name }) {
      if (!launch) throw new ApiError('not_found', 'No launch contract is served here, so it has no descriptor.')
      return descriptorOf(name, { chainId: LAUNCH_CHAIN_ID, launch, url: signer.issuer })
    },
  })
}
