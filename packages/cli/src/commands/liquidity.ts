import type { LpCreateRequest } from '../../../sdk/src/operations.generated.ts'
import type { Command } from '../Command.ts'
import { columns } from '../help.ts'
import type { Output } from '../Output.ts'
import { perform, sentOutput } from '../perform.ts'
import type { Session } from '../Session.ts'
import { UsageError } from '../UsageError.ts'

type ChainId = LpCreateRequest['chainId']
type Options = Readonly<Record<string, string | undefined>>

const CHAIN = { value: 'id', summary: 'Default: 4663.' }
const PROTOCOL = { value: 'V3|V4', summary: 'Default: V4.' }

export const liquidityCommands: readonly Command[] = [
  {
    name: 'positions',
    summary: 'List the Uniswap positions of an account.',
    arguments: ['[owner]'],
    options: { chain: CHAIN },
    async run(session, { arguments: [owner], options }) {
      const request = { owner: owner ?? (await session.from()), chainId: chainOf(options) }
      const positions = []
      for await (const position of session.client.each.liquidityPositions(request)) positions.push(position)
      const lines = positions.map((position) => JSON.stringify(position))
      return { json: { positions }, text: lines.join('\n') || 'No positions.' }
    },
  },
  {
    name: 'lp pools',
    summary: 'List the pools of two tokens. ETH is the zero address.',
    arguments: ['<token0>', '<token1>'],
    options: { chain: CHAIN },
    async run({ client }, { arguments: [token0 = '', token1 = ''], options }) {
      const answer = await client.liquidityPools({ tokenA: token0, tokenB: token1, chainId: chainOf(options) })
      const rows = answer.pools.map((pool) => [pool.reference, `${pool.protocol}  fee ${pool.fee}`])
      return { json: answer, text: columns(rows).join('\n') || 'No pools.' }
    },
  },
  {
    name: 'lp create',
    summary: 'Approve, sign the permit and create a position.',
    arguments: ['<token0>', '<token1>', '<pool>'],
    options: {
      chain: CHAIN,
      protocol: PROTOCOL,
      token: { value: 'address', summary: 'The token of --amount. Default: token0.' },
      amount: { value: 'units', summary: 'How much of it, in its smallest unit.' },
      ticks: { value: 'lower:upper', summary: 'The range, such as --ticks=-887220:887220.' },
      'accept-risks': { value: 'codes', summary: 'Codes of warnings that you accept, separated by commas.' },
    },
    run: (session, { arguments: [token0 = '', token1 = '', pool = ''], options }) =>
      createPosition(session, { token0, token1, pool, options }),
  },
  {
    name: 'lp decrease',
    summary: 'Remove a part of a position.',
    arguments: ['<token0>', '<token1>', '<id>', '<percent>'],
    options: { chain: CHAIN, protocol: PROTOCOL },
    async run(
      session,
      { arguments: [token0Address = '', token1Address = '', nftTokenId = '', percent = ''], options },
    ) {
      const place = { chainId: chainOf(options), protocol: protocolOf(options), walletAddress: await session.from() }
      const liquidityPercentageToDecrease = Number(percent)
      const answer = await session.client.lpDecrease({
        ...place,
        token0Address,
        token1Address,
        nftTokenId,
        liquidityPercentageToDecrease,
      })
      return sentOutput(await perform(session, answer), answer.summary)
    },
  },
  {
    name: 'lp claim',
    summary: 'Claim the fees of a position.',
    arguments: ['<id>'],
    options: { chain: CHAIN, protocol: PROTOCOL },
    async run(session, { arguments: [tokenId = ''], options }) {
      const place = { chainId: chainOf(options), protocol: protocolOf(options), walletAddress: await session.from() }
      const answer = await session.client.lpClaimFees({ ...place, tokenId })
      return sentOutput(await perform(session, answer), answer.summary)
    },
  },
]

type Position = { token0: string; token1: string; pool: string; options: Options }

/** Approvals and permit first, because the position is built with the signature. */
async function createPosition(session: Session, { token0, token1, pool, options }: Position): Promise<Output> {
  const { amount, ticks = '', token: tokenAddress = token0 } = options
  const [tickLower, tickUpper] = ticks.split(':').map(Number)
  if (amount === undefined || !Number.isInteger(tickLower) || !Number.isInteger(tickUpper))
    throw new UsageError('Pass --amount in the smallest unit and --ticks=<lower>:<upper>.')
  const risks = options['accept-risks']?.split(',') as LpCreateRequest['acceptRisks']
  const request: LpCreateRequest = {
    walletAddress: await session.from(),
    chainId: chainOf(options),
    protocol: protocolOf(options),
    existingPool: { token0Address: token0, token1Address: token1, poolReference: pool },
    independentToken: { tokenAddress, amount },
    tickBounds: { tickLower: tickLower as number, tickUpper: tickUpper as number },
    ...(risks && { acceptRisks: risks }),
  }
  const signed = session.options.isDryRun || session.options.isUnsigned ? {} : await approve(session, request)
  const answer = await session.client.lpCreate({ ...request, ...signed })
  return sentOutput(await perform(session, answer), answer.summary, { limits: answer.limits })
}

/** Gives exactly the approvals that the position needs, which its own limits say. */
async function approve(
  session: Session,
  request: LpCreateRequest,
): Promise<Pick<LpCreateRequest, 'batchPermitData' | 'signature'>> {
  const draft = await session.client.lpCreate({ ...request, simulateTransaction: false })
  const { walletAddress, chainId, protocol } = request
  const lpTokens = draft.limits.pay.map(({ tokenAddress, atMost }) => ({ tokenAddress, amount: atMost }))
  const approval = await session.client.lpCheckApproval({
    walletAddress,
    chainId,
    protocol,
    action: 'CREATE',
    lpTokens,
  })
  if (approval.transactions.length === 0 && !approval.v4BatchPermitData) return {}
  const summary = `${draft.summary}\nFirst, its approvals: ${approval.transactions.length} to send${approval.v4BatchPermitData ? ' and a permit to sign' : ''}.`
  const { executed } = await perform(session, { ...approval, summary, chainId })
  if (!approval.v4BatchPermitData || !executed?.signature) return {}
  return { batchPermitData: approval.v4BatchPermitData, signature: executed.signature }
}

function chainOf({ chain = '4663' }: Options): ChainId {
  return Number(chain) as ChainId
}

function protocolOf({ protocol = 'V4' }: Options): 'V3' | 'V4' {
  if (protocol === 'V3' || protocol === 'V4') return protocol
  throw new UsageError('--protocol must be V3 or V4.')
}
