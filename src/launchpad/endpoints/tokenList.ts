import { z } from 'zod'
import { none } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { define, Empty, type Operation } from '#core/Operation.ts'
import * as UntrustedText from '#core/UntrustedText.ts'
import type { Context } from '#launchpad/Context.ts'
import * as TokenPage from '#launchpad/store/TokenPage.ts'
import { toTokenRecord } from '#launchpad/wire/toTokenRecord.ts'
import { paths } from '#launchpad/wire/urls.ts'

const TOKENS_MAX = 1_000
const NAME_MAX = 60
const SYMBOL_MAX = 20
const DECIMALS = 18

const Listed = z.object({
  chainId: z.int(),
  address: z.string(),
  name: z.string(),
  symbol: z.string(),
  decimals: z.int(),
  logoURI: z.string().optional(),
  extensions: z.object({ creator: z.string(), graduatedAt: z.string() }),
})

const Response = z
  .object({
    name: z.string(),
    timestamp: z.string(),
    version: z.object({ major: z.int(), minor: z.int(), patch: z.int() }),
    keywords: z.array(z.string()),
    tokens: z.array(Listed),
  })
  .meta({ id: 'TokenList', description: 'The token list format of Uniswap, as wallets and exchanges read it.' })

type TokenRecord = ReturnType<typeof toTokenRecord>

/** Graduated launches only: readers of such lists cannot trade tokens on their curve. */
export function tokenList({ db, site, chain, revisions }: Context): Operation {
  const filter = { graduated: true } as const
  return define({
    name: 'getLaunchTokenList',
    method: 'GET',
    path: paths.tokenList,
    tag: 'launchpad',
    summary: 'Get the graduated tokens as a token list.',
    description:
      'The format of tokenlists.org, for wallets and exchanges: the 1,000 newest graduated launches. Names that imitate another asset are left out. A listing is not an endorsement.',
    access: none,
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    cacheControl: 'public, max-age=60',
    revision: revisions.index,
    request: Empty,
    response: Response,
    async handle() {
      const total = await TokenPage.readTotal(db, filter)
      const { rows } = await TokenPage.read(db, { ...filter, sort: 'newest', limit: TOKENS_MAX, total })
      const records = rows.map((row) => toTokenRecord(row, site))
      const tokens = records.filter(isOriginal).map((record) => toListed(record, chain.id))
      if (tokens.length === 0) throw new ApiError('not_found', 'No launch has graduated yet. Try again later.')
      const timestamp = tokens.map(({ extensions }) => extensions.graduatedAt).reduce((a, b) => (a > b ? a : b))
      return { name: 'Slipway launches', timestamp, version: versionOf(total), keywords: ['launchpad'], tokens }
    },
  })
}

function isOriginal({ imitates, graduatedAt }: TokenRecord): boolean {
  return imitates === null && graduatedAt !== null
}

function toListed(record: TokenRecord, chainId: number): z.output<typeof Listed> {
  const { address, name, symbol, metadata, creator, graduatedAt } = record
  const image = metadata?.image
  return {
    chainId,
    address,
    name: start(UntrustedText.oneLine(name), NAME_MAX),
    symbol: start(UntrustedText.oneLine(symbol).replaceAll(/\s/g, ''), SYMBOL_MAX),
    decimals: DECIMALS,
    ...(image && { logoURI: image }),
    extensions: { creator, graduatedAt: graduatedAt?.toISOString() ?? '' },
  }
}

function start(text: string, characters: number): string {
  return [...text].slice(0, characters).join('')
}

/** Readers expect a new minor version for each addition, and a new major one for each removal. */
function versionOf(total: number): { major: number; minor: number; patch: number } {
  return { major: 1 + Math.max(0, total - TOKENS_MAX), minor: total, patch: 0 }
}
