import { type Address, encodeFunctionData, type Hex } from 'viem'
import { ACCOUNTS } from '#devnet/accounts.ts'
import { launchpadAbi } from '#launchpad/abi.ts'
import * as Curve from '#launchpad/Curve.ts'
import { amount, numbers } from './numbers.ts'
import { createPad, type Pad, type Receipt, tokenIn } from './padOnChain.ts'

type Trade = Partial<Record<'ethAmount' | 'tokenAmount' | 'fee' | 'realEth' | 'sold', bigint>> & { isBuy: boolean }

/** A launch under way: who holds how much, and where the curve is according to Curve.ts. */
type Launch = { token: Address; held: Map<Address, bigint>; state: Curve.State }

const PATHS_PER_CHAIN = 500
const RANDOM_TRADES = 8
const FILL = 10n ** 19n

/** Trades `count` tokens on the whole contract from launch to graduation and compares each event with Curve.ts. */
export async function compareContract(bytecode: Hex, count: number): Promise<void> {
  const next = numbers('contract')
  let pad = await createPad(bytecode)
  for (let done = 0; done < count; done++) {
    // A chain in memory only grows.
    if (done % PATHS_PER_CHAIN === PATHS_PER_CHAIN - 1) pad = await createPad(bytecode)
    await tradeToGraduation(pad, next)
  }
}

async function tradeToGraduation(pad: Pad, next: () => bigint): Promise<void> {
  const from = trader(next())
  const value = next() % 3n === 0n ? 0n : amount(next(), 18n)
  const { events } = await pad.send({ from, data: encode('createToken', ['Path', 'PATH', 0n]), value })
  const launch: Launch = { token: tokenIn(events), held: new Map(), state: Curve.opening }
  if (value > 0n) noteBuy(launch, from, { value, events })
  for (let turn = 0; !Curve.isFull(launch.state); turn++) {
    if (next() % 3n === 0n) await sell(pad, launch, next)
    else await buy(pad, launch, { from: trader(next()), value: turn < RANDOM_TRADES ? amount(next(), 18n) : FILL })
  }
}

async function buy(pad: Pad, launch: Launch, { from, value }: { from: Address; value: bigint }): Promise<void> {
  const { tokensOut } = Curve.buyQuote(launch.state, value)
  const { events } = await pad.send({ from, data: encode('buy', [launch.token, tokensOut]), value })
  noteBuy(launch, from, { value, events })
}

/** Compares a buy with what Curve.ts says of it, graduation included, and moves on. */
function noteBuy(launch: Launch, from: Address, { value, events }: { value: bigint; events: Receipt['events'] }): void {
  const quote = Curve.buyQuote(launch.state, value)
  const { tokensOut: tokenAmount, ethUsed: ethAmount, fee } = quote
  launch.state = Curve.afterBuy(launch.state, quote)
  launch.held.set(from, (launch.held.get(from) ?? 0n) + tokenAmount)
  expectTrade(events, { isBuy: true, tokenAmount, ethAmount, fee, ...launch.state })
  if (events.some(({ eventName }) => eventName === 'Graduated') !== Curve.isFull(launch.state))
    throw new Error(`The token ${launch.token} graduated too early or too late.`)
}

async function sell(pad: Pad, launch: Launch, next: () => bigint): Promise<void> {
  const from = trader(next())
  const balance = launch.held.get(from) ?? 0n
  const tokenAmount = balance === 0n ? 0n : 1n + (next() % balance)
  const quote = Curve.sellQuote(launch.state, tokenAmount)
  if (quote.ethOut === 0n) return
  const { events } = await pad.send({ from, data: encode('sell', [launch.token, tokenAmount, quote.ethOut]) })
  launch.state = Curve.afterSell(launch.state, tokenAmount, quote)
  launch.held.set(from, balance - tokenAmount)
  expectTrade(events, { isBuy: false, tokenAmount, ethAmount: quote.ethOut, fee: quote.fee, ...launch.state })
}

function expectTrade(events: Receipt['events'], expected: Trade): void {
  const trade = events.find((event) => event.eventName === 'Trade')
  for (const [name, value] of Object.entries(expected)) {
    const actual = trade?.args[name as keyof Trade]
    if (actual !== value) throw new Error(`${name} is ${actual} on the chain and ${value} in Curve.ts.`)
  }
}

function trader(seed: bigint): Address {
  return ACCOUNTS[1 + Number(seed % 4n)] as Address
}

function encode(functionName: string, args: unknown[]): Hex {
  return encodeFunctionData({ abi: launchpadAbi, functionName, args } as never)
}
