import { type Address as ViemAddress, zeroAddress } from 'viem'
import { z } from 'zod'
import type { Chain } from '#chain/Chain.ts'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import { optional } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Address, toAddress } from '#core/wire.ts'
import { isSilent } from '#liquidity/answer/describe.ts'
import type { Context } from '#liquidity/Context.ts'
import { requireTokens } from '#liquidity/checks/requireTokens.ts'
import { readHoldings } from '#liquidity/pools/readHoldings.ts'
import type { Holding } from '#liquidity/pools/Snapshot.ts'
import { ChainQuery } from '#liquidity/query.ts'
import { TokenInformation } from '#liquidity/wire.ts'

const TOKENS_MAX = 16

const Request = z.object({
  chainId: ChainQuery,
  owner: Address.optional().meta({ description: 'The wallet whose balances are read. Default: none.' }),
  tokens: z
    .string()
    .regex(
      new RegExp(`^0x[0-9a-fA-F]{40}(,0x[0-9a-fA-F]{40}){0,${TOKENS_MAX - 1}}$`),
      `must be 1 to ${TOKENS_MAX} addresses separated by commas`,
    )
    .optional()
    .meta({
      description:
        'Addresses separated by commas; the zero address is the native currency. Default: the native currency and the best-known tokens of the chain.',
    }),
})

export const Response = z.object({
  requestId: z.string(),
  chainId: z.number(),
  blockNumber: z.string().meta({ description: 'The block that all values were read at.' }),
  tokens: z.array(
    TokenInformation.extend({
      balance: z.string().optional().meta({ description: 'Of the owner, in the smallest unit.' }),
    }),
  ),
})

export function tokens({ chains }: Context): Operation {
  return define({
    name: 'liquidityTokens',
    method: 'GET',
    path: '/api/liquidity/tokens',
    tag: 'liquidity',
    summary: 'Read symbol and decimals of tokens, and the balances of a wallet.',
    access: optional,
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    request: Request,
    response: Response,
    async handle({ chainId, owner, tokens: named }, { requestId }) {
      const chain = chains.get(chainId)
      const { block, holdings } = await readTokens(chain, owner ?? zeroAddress, named)
      const known = holdings.map(({ token, balance }) => ({
        ...token,
        ...(owner !== undefined && { balance: balance.toString() }),
      }))
      return { requestId, chainId, blockNumber: block.number.toString(), tokens: known }
    },
  })
}

/** A named address must be a token; a best-known token that is missing is left out. */
async function readTokens(chain: Chain, wallet: ViemAddress, named: string | undefined) {
  const asked = named === undefined ? bestKnown(chain.facts) : [...new Set(named.split(',').map(toAddress))]
  const { block, nativeBalance, holdings } = await readHoldings(chain, { wallet, tokens: asked })
  if (named !== undefined) requireTokens(chain.facts, holdings)
  const isThere = ({ token }: Holding) => token.address === zeroAddress || !isSilent(token)
  const withNative = (holding: Holding) =>
    holding.token.address === zeroAddress ? { ...holding, balance: nativeBalance } : holding
  return { block, holdings: holdings.filter(isThere).map(withNative) }
}

function bestKnown({ nativeKind, nativeErc20, wrappedNative, wellKnownTokens }: ChainFacts): ViemAddress[] {
  const native = nativeKind === 'native' ? zeroAddress : nativeErc20
  const all = [native, wrappedNative, ...Object.values(wellKnownTokens)]
  return [...new Set(all.filter((address) => address !== undefined))].slice(0, TOKENS_MAX)
}
