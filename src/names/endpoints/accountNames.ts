import { z } from 'zod'
import { none } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Address } from '#core/wire.ts'
import type { FindName } from '#names/actions/createFindName.ts'

const ADDRESSES_MAX = 50

const Request = z.strictObject({
  addresses: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(Address).max(ADDRESSES_MAX, `must be at most ${ADDRESSES_MAX} addresses separated by commas`))
    .meta({ description: `Accounts, separated by commas, at most ${ADDRESSES_MAX}.` }),
})

const Response = z.object({
  names: z.array(
    z.object({
      address: Address,
      name: z.string().nullable().meta({
        description: 'The name in its normal form (ENSIP-15). Null if the account has none that resolves to it.',
      }),
    }),
  ),
})

export function accountNames(findName: FindName): Operation {
  return define({
    name: 'listAccountNames',
    method: 'GET',
    path: '/api/names',
    tag: 'names',
    summary: 'Read the names of accounts.',
    description:
      'In the order of the request. A name is returned only if it resolves to the account that claims it, is in its normal form, has at most 64 characters and does not read like an address. The check is at most one minute old. Show it next to the address, never instead of it where money moves.',
    access: none,
    limit: 'read',
    errors: ['unavailable'],
    request: Request,
    response: Response,
    async handle({ addresses }) {
      const names = await Promise.all(addresses.map(findName))
      return { names: addresses.map((address, index) => ({ address, name: names[index] ?? null })) }
    },
  })
}
