import { setTimeout } from 'node:timers/promises'
import { type Address, decodeFunctionData, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import { expect, vi } from 'vitest'
import type { DeskReply } from '#agents/desk/converse.ts'
import type { Json } from '#agents/desk/Service.ts'
import { PERMIT2, POSITION_MANAGER, STATE_VIEW, V3_FACTORY, V3_QUOTER } from '#devnet/addresses.ts'
import type { DeskTalk } from './deskTalk.ts'

const abi = parseAbi([
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16, uint16, uint16, uint8, bool)',
  'function getSlot0(bytes32 poolId) view returns (uint160 sqrtPriceX96, int24 tick, uint24, uint24)',
  'function liquidity() view returns (uint128)',
  'function getLiquidity(bytes32 poolId) view returns (uint128)',
  'function feeAmountTickSpacing(uint24 fee) view returns (int24)',
  'function quoteExactOutputSingle((address tokenIn, address tokenOut, uint256 amount, uint24 fee, uint160 sqrtPriceLimitX96)) returns (uint256 amountIn, uint160 sqrtPriceX96After, uint32, uint256)',
])
const approvalAbi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])

/** Every number in a text, thousands separators and units aside. */
export function numbersIn(text: string): number[] {
  return (text.replaceAll(/0x[0-9a-fA-F…]+/g, ' ').match(/-?\d[\d,]*(\.\d+)?/g) ?? []).map((one) =>
    Number(one.replaceAll(',', '')),
  )
}

export function expectNumber({ text }: Pick<DeskReply, 'text'>, value: number): void {
  const near = numbersIn(text).some((one) => Math.abs(one - value) <= Math.abs(value) * 2e-5)
  expect(near, `${value} in: ${text}`).toBe(true)
}

/** An amount of a token in smallest units, to the six decimals that are shown. */
export function expectAmount(said: Pick<DeskReply, 'text'>, amount: bigint | string, decimals: number): void {
  expectNumber(said, Number(amount) / 10 ** decimals)
}

/** The amounts that a text gives in one unit. */
export function amountsOf({ text }: Pick<DeskReply, 'text'>, symbol: string): number[] {
  return [...text.matchAll(new RegExp(String.raw`(\d[\d,]*(?:\.\d+)?) ${symbol}\b`, 'g'))].map(([, digits = '']) =>
    Number(digits.replaceAll(',', '')),
  )
}

export type DeskChecks = ReturnType<typeof createDeskChecks>

/** Facts from the chain and the API, to compare with the desk's answers. */
export function createDeskChecks(desk: DeskTalk) {
  const { client, description } = desk.service.devnet
  const get = async (path: string): Promise<Json> => (await desk.call('GET', path)).body
  const token = (symbol: string) => {
    const found = desk.directory.tokens.find((one) => one.symbol === symbol)
    if (!found) throw new Error(`no ${symbol}`)
    return { ...found, address: found.address as Address }
  }
  const pool = (protocol: string, fee: number, pair: readonly [string, string]) => {
    const addresses = pair.map((symbol) => token(symbol).address)
    const found = description.pools.find(
      (one) =>
        one.protocol === protocol &&
        one.fee === fee &&
        addresses.includes(one.token0) &&
        addresses.includes(one.token1) &&
        one.hooks === undefined,
    )
    if (!found) throw new Error(`no ${protocol} pool of ${pair.join('/')}`)
    return found
  }
  const toPrice = (sqrt: bigint, { token0, token1 }: { token0: string; token1: string }) => {
    const decimals = (address: string) => desk.directory.tokens.find((one) => one.address === address)?.decimals ?? 18
    return Number((sqrt * sqrt * 10n ** 30n) / 2n ** 192n) / 10 ** (30 - decimals(token0) + decimals(token1))
  }
  /** Waits until the service answers from the chain as it is now. */
  const untilSeen = async () => {
    const head = await client.getBlockNumber()
    // A cached read may be up to one second old, also when a new block is noticed late.
    await setTimeout(1_100)
    const isIndexed = async () => expect((await get('/api/launchpad/stats')).block).toBeGreaterThanOrEqual(Number(head))
    await vi.waitFor(isIndexed, { timeout: 300_000, interval: 50 })
  }
  return {
    get,
    token,
    pool,
    untilSeen,
    /** token1 for one token0 and the tick, from the pool's own contract. */
    async priceOf(one: ReturnType<typeof pool>) {
      const [sqrt, tick] =
        one.protocol === 'V4'
          ? await client.readContract({ address: STATE_VIEW, abi, functionName: 'getSlot0', args: [one.reference] })
          : await client.readContract({ address: one.reference as Address, abi, functionName: 'slot0' })
      return { tick, price: toPrice(sqrt, one) }
    },
    /** The value in a pool at its price, in the same unit for all pools of a pair. */
    async liquidityOf(one: ReturnType<typeof pool>): Promise<number> {
      const address = one.reference as Address
      if (one.protocol === 'V4')
        return Number(
          await client.readContract({ address: STATE_VIEW, abi, functionName: 'getLiquidity', args: [one.reference] }),
        )
      if (one.protocol === 'V3') return Number(await client.readContract({ address, abi, functionName: 'liquidity' }))
      const reserves = await Promise.all([one.token0, one.token1].map((token) => this.balanceOf(token, address)))
      return Math.sqrt(reserves.reduce((product, reserve) => product * Number(reserve), 1))
    },
    /** How far the price of a v3 pool moves when so much is bought of one of its tokens. */
    async movedBy(one: ReturnType<typeof pool>, out: Address, amount: bigint) {
      const { price: before } = await this.priceOf(one)
      const tokenIn = one.token0 === out ? one.token1 : one.token0
      const { result } = await client.simulateContract({
        address: V3_QUOTER,
        abi,
        functionName: 'quoteExactOutputSingle',
        args: [{ tokenIn, tokenOut: out, amount, fee: one.fee, sqrtPriceLimitX96: 0n }],
      })
      return toPrice(result[1], one) / before - 1
    },
    spacingOf: (fee: number) =>
      client.readContract({ address: V3_FACTORY, abi, functionName: 'feeAmountTickSpacing', args: [fee] }),
    balanceOf: (address: Address, owner: Address) =>
      client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] }),
    /** Whom an approval empowers over which token, and how far. */
    approvalOf({ to, data }: { to: Address; data: Hex }) {
      const { args } = decodeFunctionData({ abi: approvalAbi, data })
      const [address, spender, amount] = args.length === 2 ? [to, args[0], args[1]] : args
      return { token: address as Address, spender: spender as Address, amount: BigInt(amount) }
    },
    /** Sends every step of the card, as the wallet it was made for. */
    async execute({ cards: [card], text }: DeskReply): Promise<void> {
      expect(card, text).toBeDefined()
      for (const { transaction } of card?.steps ?? []) {
        const { to, data, value } = transaction
        const receipt = await desk.service.devnet.send(0, { to, data, value: BigInt(value) })
        expect(receipt.status).toBe('success')
      }
      await untilSeen()
    },
    /** Lets the v4 position manager take exactly so much of a token from the wallet, no matter what it could before. */
    async allowThroughPermit2(token: Address, amount: bigint): Promise<void> {
      const expiration = 2 ** 48 - 1
      const atToken = encodeFunctionData({ abi: approvalAbi, functionName: 'approve', args: [PERMIT2, amount] })
      const atPermit2 = encodeFunctionData({
        abi: approvalAbi,
        functionName: 'approve',
        args: [token, POSITION_MANAGER, amount, expiration],
      })
      await desk.service.devnet.send(0, { to: token, data: atToken })
      await desk.service.devnet.send(0, { to: PERMIT2, data: atPermit2 })
      await untilSeen()
    },
    /** Every address of this service that an answer names is served. */
    async expectServed({ text }: DeskReply): Promise<void> {
      const links = [...text.matchAll(/(?:(GET|POST|DELETE) )?(https?:\/\/[^\s,;)"]+)/g)]
      expect(links.length).toBeGreaterThan(0)
      for (const [, method = 'GET', link = ''] of links) {
        const path = new URL(link.replace(/[.:]+$/, '')).pathname
        const { status } = await desk.service.send(method, path.replaceAll(/%7B\w+%7D/g, 'x'))
        expect([status, path].join(' ')).not.toMatch(/^404 \/(?!api\/arena\/rooms\/x|api\/developer\/keys\/x)/)
      }
    },
  }
}
