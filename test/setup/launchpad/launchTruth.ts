import {
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  formatLog,
  type Hex,
  parseEventLogs,
  type RpcLog,
} from 'viem'
import { expect } from 'vitest'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { FACTORY, type LaunchChain } from './launchChain.ts'

type Contents = Record<string, string[]>
type Row = Record<string, string | null>

/** Compares tables with the chain itself, by its views and viem's decoding. It shares no code with the index. */
export async function expectTruth(chain: LaunchChain, contents: Contents): Promise<void> {
  const rows = (table: string) => (contents[table] ?? []).map((text) => JSON.parse(text) as Row)
  const tokens = rows('launch_tokens')
  const curves = new Map(rows('launch_curves').map((row) => [row['id'], row]))
  const onChain = await chain.curves()
  expect(tokens.map(({ address }) => address)).toEqual(onChain.map(({ token }) => token.toLowerCase()))
  for (const [index, curve] of onChain.entries()) {
    const row = curves.get(tokens[index]?.['id'])
    expect(row).toMatchObject({
      current_creator: curve.creator.toLowerCase(),
      pending_creator: /^0x0+$/.test(curve.pendingCreator) ? null : curve.pendingCreator.toLowerCase(),
      graduated: String(curve.status === 2),
    })
    expect([row?.['real_eth'], row?.['sold']]).toEqual([String(curve.realEth), String(curve.sold)])
  }
  await expectBalances(chain, { tokens, holders: rows('launch_holders') })
  await expectTrades(chain, { tokens, trades: rows('launch_trades'), candles: rows('launch_candles') })
}

async function expectBalances(
  chain: LaunchChain,
  { tokens, holders }: { tokens: Row[]; holders: Row[] },
): Promise<void> {
  const addressOf = new Map(tokens.map(({ id, address }) => [id, address as Hex]))
  const held = new Map<string | null | undefined, bigint>()
  for (const { token_id, holder, balance } of holders) {
    const call = { abi: erc20Abi, functionName: 'balanceOf', args: [holder as Hex] } as const
    const data = (await chain.upstream('eth_call', [
      { to: addressOf.get(token_id), data: encodeFunctionData(call) },
      'latest',
    ])) as Hex
    expect(exact(balance)).toBe(decodeFunctionResult({ ...call, data }))
    held.set(token_id, (held.get(token_id) ?? 0n) + exact(balance))
  }
  for (const { id } of tokens) expect(held.get(id)).toBe(10n ** 27n)
}

async function expectTrades(
  chain: LaunchChain,
  { tokens, trades, candles }: { tokens: Row[]; trades: Row[]; candles: Row[] },
): Promise<void> {
  const raw = (await chain.upstream('eth_getLogs', [
    { address: FACTORY, fromBlock: '0x0', toBlock: 'latest' },
  ])) as RpcLog[]
  const logs = parseEventLogs({
    abi: launchpadAbi,
    eventName: 'Trade',
    logs: raw.map((log) => formatLog(log)) as never,
  })
  const onCurve = trades.filter(({ venue }) => venue === 'curve')
  expect(onCurve.map((row) => [row['tx'], exact(row['eth']), exact(row['tokens']), row['is_buy'] === 'true'])).toEqual(
    logs.map(({ transactionHash, args }) => [transactionHash, args.ethAmount, args.tokenAmount, args.isBuy]),
  )
  for (const { id } of tokens) {
    const volume = trades.filter(({ token_id }) => token_id === id).reduce((sum, { eth }) => sum + exact(eth), 0n)
    for (const seconds of [60, 3600, 86_400]) {
      const drawn = candles.filter((row) => row['token_id'] === id && row['seconds'] === String(seconds))
      expect(drawn.reduce((sum, { volume_eth }) => sum + exact(volume_eth), 0n)).toBe(volume)
      for (const [index, candle] of drawn.slice(1).entries())
        expect(exact(candle['open'])).toBe(exact(drawn[index]?.['close']))
    }
  }
}

function exact(value: unknown): bigint {
  return BigInt(String(value))
}
