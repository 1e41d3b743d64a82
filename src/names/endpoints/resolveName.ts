import { namehash } from 'viem'
import { z } from 'zod'
import { none } from '#core/Access.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Address } from '#core/wire.ts'
import type { Context } from '#names/Context.ts'
import { askResolvers, toAccount } from '#names/onchain/askResolvers.ts'
import { NAME_MAX, normalName } from '#names/rules/nameRules.ts'

const Request = z.strictObject({
  name: z.string().max(NAME_MAX, `must have at most ${NAME_MAX} characters`).meta({
    description: 'A name with at least one dot, such as `harbour.eth`.',
    example: 'harbour.eth',
  }),
})

const Response = z.object({
  name: z.string().meta({ description: 'The name in its normal form (ENSIP-15).' }),
  address: Address,
})

export function resolveName(context: Context): Operation {
  return define({
    name: 'resolveName',
    method: 'GET',
    path: '/api/names/{name}',
    tag: 'names',
    summary: 'Read the account that a name resolves to.',
    description:
      'Read from the newest block, and not cached. The owner of a name can change its account at any time: show the address, and sign for the address that was shown. Offchain names (ERC-3668) are not resolved.',
    access: none,
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    request: Request,
    response: Response,
    async handle({ name: text }) {
      const name = normalName(text)
      if (name === undefined) throw invalidField('name', 'must be a valid name, such as harbour.eth')
      const [answer = '0x'] = await askResolvers(context, 'addr', [namehash(name)])
      const address = toAccount(answer)
      if (!address) throw new ApiError('not_found', 'No account is set for this name. Check it, or send an address.')
      return { name, address }
    },
  })
}
