import { randomBytes } from 'node:crypto'
import { formatEther, parseEther } from 'viem'
import type { PrepareLaunchTransactionRequest } from '../../../sdk/src/operations.generated.ts'
import type { Command } from '../Command.ts'
import { columns } from '../help.ts'
import type { WithoutFrom } from '../journey/send.ts'
import { perform, sentOutput } from '../perform.ts'
import type { Session } from '../Session.ts'
import { UsageError } from '../UsageError.ts'

const SLIPPAGE = { value: 'percent', summary: 'The price move that you accept. Default: 2.' }

export const launchCommands: readonly Command[] = [
  {
    name: 'launch',
    summary: 'Launch a token on its bonding curve.',
    arguments: ['<name>', '<symbol>'],
    options: {
      buy: { value: 'eth', summary: 'The first buy. Default: none.' },
      opening: { value: 'seconds', summary: 'An opening in which early buys get fewer tokens, 60 to 3600.' },
      'lock-days': { value: 'days', summary: 'Locks the first buy.' },
    },
    example: 'launch "Quill" QUIL --buy 0.1 --dry-run',
    async run(session, { arguments: [name = '', symbol = ''], options }) {
      const { buy = '0', opening, 'lock-days': lockDays } = options
      const answer = await session.client.prepareLaunchTransaction({
        action: 'create',
        from: await session.from(),
        name,
        symbol,
        value: String(ether(buy)),
        salt: `0x${randomBytes(32).toString('hex')}`,
        ...(opening !== undefined && { openingSeconds: Number(opening) }),
        ...(lockDays !== undefined && { lockDays: Number(lockDays) }),
      })
      const { token } = answer
      const performed = await perform(session, answer)
      const page = `${session.url}/launch/${token}`
      return sentOutput(performed, `${answer.summary}\nToken ${token}\n${page}`, { token, page })
    },
  },
  {
    name: 'buy',
    summary: 'Buy a launched token with ETH, on its curve or in its pool.',
    arguments: ['<token>', '<eth>'],
    options: { slippage: SLIPPAGE },
    example: 'buy 0x… 0.05 --json',
    run: (session, { arguments: [token = '', eth = ''], options }) =>
      trade(session, { action: 'buy', token, value: String(ether(eth)), ...slippageOf(options) }),
  },
  {
    name: 'sell',
    summary: 'Sell a launched token for ETH.',
    arguments: ['<token>', '<amount>'],
    options: { slippage: SLIPPAGE },
    run: (session, { arguments: [token = '', amount = ''], options }) =>
      trade(session, { action: 'sell', token, amount: String(ether(amount)), ...slippageOf(options) }),
  },
  {
    name: 'claim',
    summary: 'Claim the creator fees of a token.',
    arguments: ['<token>'],
    run: (session, { arguments: [token = ''] }) => trade(session, { action: 'claim', token }),
  },
  {
    name: 'quote',
    summary: 'Quote a buy (in ETH) or a sale (in tokens).',
    arguments: ['<token>', '<buy|sell>', '<amount>'],
    async run({ client }, { arguments: [address = '', side = '', amount = ''] }) {
      if (side !== 'buy' && side !== 'sell') throw new UsageError('Say buy or sell: slipway quote <token> buy 0.1')
      const quote = await client.quoteLaunchTrade({ address, side, amount: String(ether(amount)) })
      const [paid, got] = side === 'buy' ? ['ETH', 'tokens'] : ['tokens', 'ETH']
      const text = `${formatEther(BigInt(quote.amountIn))} ${paid} for ${formatEther(BigInt(quote.amountOut))} ${got}, at least ${formatEther(BigInt(quote.minOut))}`
      return { json: quote, text }
    },
  },
  {
    name: 'tokens',
    summary: 'List launches, newest first.',
    options: { limit: { value: 'n', summary: 'Default: 20.' } },
    async run({ client }, { options }) {
      const answer = await client.listLaunchTokens({ limit: options['limit'] ?? '20' })
      const rows = answer.tokens.map(({ address, symbol, name, progressBps, graduated }) => [
        address,
        `${graduated ? 'graduated' : `${(progressBps / 100).toFixed(1)} %`.padStart(9)}  ${symbol}  ${name}`,
      ])
      return { json: answer, text: columns(rows).join('\n') || 'No launches yet.' }
    },
  },
]

type Action = Extract<PrepareLaunchTransactionRequest, { action: 'buy' | 'sell' | 'claim' }>

async function trade(session: Session, request: WithoutFrom<Action>) {
  const from = await session.from()
  const answer = await session.client.prepareLaunchTransaction({ ...request, from })
  return sentOutput(await perform(session, answer), answer.summary, { quote: answer.quote })
}

function slippageOf({ slippage }: Readonly<Record<string, string | undefined>>) {
  return slippage === undefined ? {} : { slippageBps: Math.round(Number(slippage) * 100) }
}

function ether(text: string): bigint {
  if (/^\d{1,30}(\.\d{1,18})?$/.test(text)) return parseEther(text)
  throw new UsageError(`${text} is not an amount. Send a number such as 0.1.`)
}
