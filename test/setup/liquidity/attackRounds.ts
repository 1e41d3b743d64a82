import fc from 'fast-check'
import { type Address, encodeFunctionData, erc20Abi, maxUint256, zeroAddress } from 'viem'
import { type Arena, chainId, OPERATOR, type Pool, risksOf, WALLET } from './attackPools.ts'
import { configure, hide, inflate, set, TAKING_HOOK } from './hostilePools.ts'
import { swap } from './limits.ts'
import { type Answer, type Body, mintedId, type TestLp } from './lp.ts'

/** One random round: a request at default settings, and what others do before it is answered and before it is mined. */
export const rounds = fc.record({
  pool: fc.nat({ max: 14 }),
  action: fc.constantFrom('create', 'create', 'increase', 'decrease', 'claim') as fc.Arbitrary<Action>,
  side: fc.constantFrom('token0', 'token1') as fc.Arbitrary<'token0' | 'token1'>,
  /** The size of the deposit, in ten-thousandths of the pool's, divided by this: a few units are a case too. */
  size: fc.integer({ min: 1, max: 300 }),
  divisor: fc.constantFrom(1n, 1n, 1n, 1n, 10n ** 6n, 10n ** 7n),
  width: fc.integer({ min: 1, max: 400 }),
  offset: fc.integer({ min: -40, max: 40 }),
  slippageTolerance: fc.constantFrom(undefined, undefined, 0, 0.05, 0.5, 2, 10),
  /** A cap of the other token, in percent of what would be needed; none at 0. */
  cap: fc.constantFrom(0, 0, 50, 100, 300),
  percent: fc.integer({ min: 1, max: 100 }),
  /** A third party's swap before the answer and one after it, in thousandths of the pool; half of that is the price move. */
  early: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: -110, max: 110 })),
  move: fc.oneof(fc.constant(0), fc.integer({ min: -3, max: 3 }), fc.integer({ min: -110, max: 110 })),
  before: fc.tuple(fc.constantFrom(0, 0, 300, 5000), fc.constantFrom(0, 0, 300, 9000)),
  after: fc.tuple(fc.constantFrom(0, 1, 500, 10_000), fc.constantFrom(0, 1, 500, 9999)),
  changes: fc.boolean(),
  /** The untaxed amount as a part of the deposit: nothing, a test amount, or all of it. */
  untaxed: fc.constantFrom([0n, 1n], [1n, 300n], [10n, 1n]) as fc.Arbitrary<[bigint, bigint]>,
  scope: fc.constantFrom('all', 'pulled', 'spot', 'onTop') as fc.Arbitrary<'all' | 'pulled' | 'spot' | 'onTop'>,
  /** Whether tax and hook spare simulations. */
  isHidden: fc.constantFrom(false, false, true),
  /** Whose transfers are never taxed. */
  friend: fc.constantFrom(undefined, undefined, WALLET, OPERATOR),
  /** Whether wrapped ETH of v2 and v3 pools is paid and received as native ETH. */
  native: fc.boolean(),
  /** The provider that lies: one of two, or the only one. */
  liar: fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, fc.constantFrom('ofTwo', 'alone')) as fc.Arbitrary<
    undefined | 'ofTwo' | 'alone'
  >,
  lie: fc.nat(),
})
type Action = 'create' | 'increase' | 'decrease' | 'claim'
export type Round = typeof rounds extends fc.Arbitrary<infer T> ? T : never

/** Whether nobody is hostile before the request is answered, and the request means something. */
export function isHonest(pool: Pool, { divisor, width, offset, early }: Round): boolean {
  return !pool.hostile && divisor === 1n && Math.abs(offset) < width && early === 0
}

/** An answer of the service; where a busy machine let the node answer too late, it is asked for again. */
export async function ask(lp: TestLp, path: string, request: object): Promise<Answer> {
  for (let turn = 1; ; turn++) {
    const answer = await lp.post(path, request)
    const isLate = answer.status === 503 && !answer.body.details?.some(({ type }: Body) => type === 'reason')
    if (!isLate || turn === 5) return answer
  }
}

/** A request, its refusal if it names risks, and its answer after they are accepted. */
export type Asked = { path: string; request: object; answer: Answer; risks: string[] }

/** Asks as a user does: at default settings, then with the risks accepted that the refusal names. */
async function askAsUser(lp: TestLp, path: string, request: object): Promise<Asked> {
  const answer = await ask(lp, path, request)
  const acceptRisks = risksOf(answer.body)
  if (acceptRisks.length === 0) return { path, request, answer, risks: [] }
  const accepting = { ...request, acceptRisks }
  return { path, request: accepting, answer: await ask(lp, path, accepting), risks: acceptRisks }
}

export async function stateOf({ lp }: Arena, pool: Pool): Promise<Body> {
  const { body } = await ask(lp, '/lp/pool_info', {
    protocol: pool.protocol,
    ...(pool.protocol === 'V2'
      ? { chainId, poolParameters: { tokenAddressA: pool.token0, tokenAddressB: pool.token1 } }
      : { poolReferences: [{ chainId, referenceIdentifier: pool.reference }] }),
  })
  return body.pools[0]
}

async function rangeOf(arena: Arena, pool: Pool, { width, offset }: Round) {
  const { currentTick } = await stateOf(arena, pool)
  const middle = Math.round(currentTick / pool.tickSpacing) + offset
  return { tickLower: (middle - width) * pool.tickSpacing, tickUpper: (middle + width) * pool.tickSpacing }
}

// The zero address in place of wrapped ETH.
function asSent({ lp }: Arena, address: Address, { native }: Round): Address {
  return native && address === lp.devnet.token('WETH').address ? zeroAddress : address
}

function depositOf(arena: Arena, pool: Pool, round: Round) {
  const own = pool[round.side]
  return { tokenAddress: asSent(arena, own, round), amount: amountOf(arena, own, round) }
}

function amountOf({ depthOf }: Arena, token: Address, { size, divisor }: Round): string {
  return ((depthOf(token) * BigInt(size)) / 10_000n / divisor).toString()
}

/** Builds what the round asks for; a position that it needs is created, and mined, first. */
export async function answerOf(arena: Arena, pool: Pool, round: Round): Promise<Asked[]> {
  const opened = await open(arena, pool, round)
  const { answer } = opened
  if (answer.status !== 200) return [opened]
  if (round.action === 'create' || pool.isSteady) {
    if (round.cap === 0 || pool.isSteady) return [opened]
    const { body } = answer
    const other = body.dependentToken ?? (round.side === 'token0' ? body.token1 : body.token0)
    const amount = ((BigInt(other.amount) * BigInt(round.cap)) / 100n).toString()
    return [opened, await open(arena, pool, round, { dependentToken: { ...other, amount } })]
  }
  const { lp } = arena
  const receipt = await lp.send(WALLET, answer.body.create).catch(() => undefined)
  if (!receipt) return [{ ...opened, answer: { status: 400, body: { code: 'reverted', message: 'hidden tax' } } }]
  const id = pool.protocol === 'V2' ? {} : { nftTokenId: mintedId(receipt, answer.body.create.to) }
  return [opened, await change(arena, pool, { round, id })]
}

async function open(arena: Arena, pool: Pool, round: Round, extra: object = {}): Promise<Asked> {
  const { lp } = arena
  const names = namesOf(arena, pool, round)
  const common = { ...commonOf(arena, pool, round), ...extra }
  if (pool.protocol !== 'V2') {
    const existingPool = { ...names, poolReference: pool.reference }
    const tickBounds = await rangeOf(arena, pool, round)
    return askAsUser(lp, '/lp/create', { ...common, chainId, protocol: pool.protocol, existingPool, tickBounds })
  }
  const other = round.side === 'token0' ? pool.token1 : pool.token0
  const first = pool.isSteady && { dependentToken: { tokenAddress: other, amount: amountOf(arena, other, round) } }
  return askAsUser(lp, '/lp/create_classic', { ...common, ...first, poolParameters: { ...names, chainId } })
}

const namesOf = (arena: Arena, pool: Pool, round: Round) => ({
  token0Address: asSent(arena, pool.token0, round),
  token1Address: asSent(arena, pool.token1, round),
})

const commonOf = (arena: Arena, pool: Pool, round: Round) => ({
  walletAddress: arena.lp.devnet.account(WALLET).address,
  deadline: Math.floor((Date.now() + arena.lp.now.offsetMs) / 1000) + 1500,
  ...(round.slippageTolerance !== undefined && { slippageTolerance: round.slippageTolerance }),
  independentToken: depositOf(arena, pool, round),
})

async function change(arena: Arena, pool: Pool, { round, id }: { round: Round; id: object }): Promise<Asked> {
  const { lp } = arena
  const place = { chainId, protocol: pool.protocol }
  const { independentToken, ...common } = commonOf(arena, pool, round)
  if (pool.protocol === 'V2') {
    const args = [lp.devnet.description.contracts.v2Router as Address, maxUint256] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
    await lp.devnet.send(WALLET, { to: pool.reference as Address, data })
  }
  const request = { ...common, ...place, ...namesOf(arena, pool, round), ...id }
  if (round.action === 'increase') return askAsUser(lp, '/lp/increase', { ...request, independentToken })
  if (round.action === 'claim' && pool.protocol !== 'V2') {
    if (!pool.hostile)
      await lp.trade(pool, [arena.depthOf(pool.token0) / 500n, arena.depthOf(pool.token1) / 500n]).catch(() => {})
    const { nftTokenId: tokenId } = id as { nftTokenId: string }
    const { walletAddress } = common
    return askAsUser(lp, '/lp/claim_fees', { walletAddress, ...place, tokenId, collectAsWeth: !round.native })
  }
  const leaving = { liquidityPercentageToDecrease: round.percent, withdrawAsWeth: !round.native }
  return askAsUser(lp, '/lp/decrease', { ...request, ...leaving })
}

/** The state that the request finds: a moved price, a token's tax, a hook's share. */
export async function prepare(arena: Arena, pool: Pool, round: Round): Promise<void> {
  const { lp } = arena
  // Measurements of another round must not answer for this one.
  lp.now.offsetMs += 600_000
  if (!pool.isSteady) await move(arena, pool, round.early)
  if (pool.hostile === 'hook' && round.action === 'create') {
    await set(lp, TAKING_HOOK, round.before)
    if (round.isHidden) await hide(lp, TAKING_HOOK)
  }
  const { wilful } = pool
  if (!wilful) return
  const { before, friend, untaxed, scope, isHidden } = round
  const amount =
    pool[round.side] === wilful ? BigInt(depositOf(arena, pool, round).amount) : arena.depthOf(wilful) / 100n
  const spot = pool.protocol === 'V4' ? lp.devnet.description.contracts.v4PoolManager : pool.reference
  await configure(lp, wilful, {
    free: (amount * untaxed[0]) / untaxed[1],
    tax: before[0],
    scope,
    spot: spot as Address,
    isHidden,
    friend: friend === undefined ? undefined : lp.devnet.account(friend).address,
  })
}

/** The changes between the answer and the block. */
export async function strike(arena: Arena, pool: Pool, round: Round, answer: Body): Promise<void> {
  const { lp } = arena
  if (!pool.isSteady) await move(arena, pool, round.move)
  const { changes, after } = round
  if (!changes) return
  if (pool.isSteady) await frontRun(lp, answer)
  if (pool.hostile === 'hook') await set(lp, TAKING_HOOK, after)
  if (!pool.wilful) return
  await pool.upgrade?.()
  await set(lp, pool.wilful, [Math.min(after[0], 9000), 10_000 - Math.floor(after[1] / 2)])
}

// The pair is opened by another, whose shares are too large for the deposit.
async function frontRun(lp: TestLp, { limits }: Body): Promise<void> {
  const deposits = limits.pay.map(({ tokenAddress, atMost }: Body) => [tokenAddress, BigInt(atMost)])
  await inflate(lp, limits.receive[0].tokenAddress, new Map(deposits))
}

// A hostile token may refuse or revert a swap; then the price stays.
async function move({ lp, depthOf }: Arena, pool: Pool, thousandths: number): Promise<void> {
  if (thousandths === 0) return
  const side = thousandths > 0 ? 'token0' : 'token1'
  const swapped = swap(lp, pool, [side, (depthOf(pool[side]) * BigInt(Math.abs(thousandths))) / 1000n])
  await (pool.hostile ? swapped.catch(() => {}) : swapped)
}
