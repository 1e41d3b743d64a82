import { type Address, encodeFunctionData, type Hex, toHex, zeroAddress } from 'viem'
import { expect, inject, test } from 'vitest'
import { ACCOUNTS } from '#devnet/accounts.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import * as Curve from '#launchpad/contract/Curve.ts'
import { launchpadBytecode } from '#launchpad/contract/launchpad.generated.ts'
import { createPad, type Pad, type Receipt, tokenIn } from '../../scripts/padOnChain.ts'
import { amount, numbers } from '../setup/contracts/numbers.ts'

type Trade = Partial<Record<'ethAmount' | 'tokenAmount' | 'fee' | 'realEth' | 'sold', bigint>> & { isBuy: boolean }

/** A launch under way: who holds how much, where the curve is according to Curve.ts, and when it opened for how long. */
type Launch = {
  token: Address
  held: Map<Address, bigint>
  state: Curve.State
  openingSeconds: number
  createdAt: number
}

type Bought = { value: bigint } & Pick<Receipt, 'events' | 'time'>

const PATHS_PER_CHAIN = 500
const RANDOM_TRADES = 8
const TIMEOUT_MS = 1_800_000
const FILL = 10n ** 19n

test(
  'every event of random launches, half of them with an opening, is what Curve.ts says',
  async () => {
    const count = inject('deep') ? 10_000 : 200
    const next = numbers('contract')
    let pad = await createPad(launchpadBytecode)
    for (let done = 0; done < count; done++) {
      // A chain in memory only grows.
      if (done % PATHS_PER_CHAIN === PATHS_PER_CHAIN - 1) pad = await createPad(launchpadBytecode)
      await tradeToGraduation(pad, next)
    }
  },
  TIMEOUT_MS,
)

async function tradeToGraduation(pad: Pad, next: () => bigint): Promise<void> {
  const from = trader(next())
  const value = next() % 3n === 0n ? 0n : amount(next(), 18n)
  const openingSeconds = next() % 2n === 0n ? 0 : openingLength(next())
  const { events, time } = await pad.send({ from, data: creation(openingSeconds), value })
  const launch: Launch = {
    token: tokenIn(events),
    held: new Map(),
    state: Curve.untouched,
    openingSeconds,
    createdAt: time,
  }
  if (value > 0n) noteBuy(launch, from, { value, events, time })
  for (let turn = 0; !Curve.isFull(launch.state); turn++) {
    if (openingSeconds > 0 && next() % 2n === 0n) await wait(pad, Number(next() % 600n))
    await trade(pad, launch, { next, isLast: turn >= RANDOM_TRADES })
  }
}

async function trade(pad: Pad, launch: Launch, { next, isLast }: { next: () => bigint; isLast: boolean }) {
  if (next() % 3n === 0n) return sell(pad, launch, next)
  return buy(pad, launch, { from: trader(next()), value: isLast ? FILL : amount(next(), 18n) })
}

function openingLength(seed: bigint): number {
  const { secondsMin, secondsMax } = Curve.openingLimits
  return secondsMin + Number(seed % BigInt(secondsMax - secondsMin + 1))
}

function creation(openingSeconds: number): Hex {
  if (openingSeconds === 0) return encode('createToken', ['Path', 'PATH', 0n])
  const none = {
    metadataURI: '',
    salt: toHex(0, { size: 32 }),
    referrer: zeroAddress,
    feeHolder: zeroAddress,
    lockDays: 0,
  }
  return encode('createTokenWithOptions', ['Path', 'PATH', 0n, { ...none, openingSeconds }])
}

async function wait({ provider }: Pad, seconds: number): Promise<void> {
  await provider.request({ method: 'evm_increaseTime', params: [seconds] })
}

async function buy(pad: Pad, launch: Launch, { from, value }: { from: Address; value: bigint }): Promise<void> {
  const { events, time } = await pad.send({ from, data: encode('buy', [launch.token, 0n]), value })
  noteBuy(launch, from, { value, events, time })
}

/** Compares a buy with what Curve.ts says of it at its time, graduation included, and moves on. */
function noteBuy(launch: Launch, from: Address, { value, events, time }: Bought): void {
  const surcharge = Curve.surchargeBps(launch.openingSeconds, time - launch.createdAt)
  const quote = Curve.buyQuote(launch.state, value, surcharge)
  const { tokensOut: tokenAmount, ethUsed: ethAmount, fee } = quote
  launch.state = Curve.afterBuy(launch.state, quote)
  launch.held.set(from, (launch.held.get(from) ?? 0n) + tokenAmount)
  expectTrade(events, { isBuy: true, tokenAmount, ethAmount, fee, ...launch.state })
  expect(events.some(({ eventName }) => eventName === 'Graduated')).toBe(Curve.isFull(launch.state))
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
  expect(trade?.args).toMatchObject(expected)
}

function trader(seed: bigint): Address {
  return ACCOUNTS[1 + Number(seed % 4n)] as Address
}

function encode(functionName: string, args: unknown[]): Hex {
  return encodeFunctionData({ abi: launchpadAbi, functionName, args } as never)
}
