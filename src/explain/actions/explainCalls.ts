import { type Address, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { PoolFacts } from '#core/Statement.ts'
import type { Context } from '#explain/Context.ts'
import { type AddressBook, addressBook, type Contract } from '#explain/rules/Contract.ts'
import { ANYBODY } from '#explain/rules/caveats.ts'
import { addressesIn, type DecodedCall, decodeCall } from '#explain/rules/DecodedCall.ts'
import { type Effects, merge, netOf, type Scene } from '#explain/rules/Effects.ts'
import { type Call, type Explained, explainCall, type Target } from '#explain/rules/explainCall.ts'
import { fundsSwap } from '#explain/rules/fundedSwap.ts'
import { depositsOf } from '#explain/rules/orderCalls.ts'
import { type Redemption, redemptionOf } from '#explain/rules/redemption.ts'
import { pairKey } from '#explain/rules/v2.ts'
import { v3Ids } from '#explain/rules/v3Positions.ts'
import { amountOf, giftWarnings } from '#explain/rules/words.ts'
import type { Explanation } from './Explanation.ts'
import { readForeign } from './readForeign.ts'
import { readContract, readPairs, readPositions, readTokens } from './readSurroundings.ts'

type Request = {
  readonly chainId: number
  readonly from?: Address | undefined
  readonly calls: readonly Call[]
  readonly kind: 'transaction' | 'calls'
  readonly simulate?: boolean | undefined
  /**
   * Set for transactions built here: only positions of several pools are read, because names are not needed and the
   * builders have read the pool of each call.
   */
  readonly ours?: { readonly pools: readonly (PoolFacts | undefined)[] } | undefined
}

/** Explains calls: their contracts and tokens are read first, everything after that is pure. */
export async function explainCalls(context: Context, request: Request): Promise<Explanation> {
  const { chainId, calls, from, kind } = request
  const chain = context.chains.get(chainId)
  const book = addressBook(chain.facts, context.launch)
  const known = { book, context, request }
  const targets = await Promise.all(calls.map((call) => targetOf(chain, call, known)))
  const redeemed = await Promise.all(targets.map((target) => redeemedBy(chain, target, known)))
  const scene = {
    ...(await readScene(chain, request, [...targets, ...redeemed.flatMap((one) => one?.targets ?? [])])),
    book,
    signer: from,
    now: BigInt(Math.floor(context.now() / 1000)),
  }
  const explained = calls.map((call, index) => {
    const within = { ...scene, to: call.to, value: 0n, calls: [] }
    const outer = explainCall(call, targets[index], within)
    const inner = redeemed[index]
    return inner ? withRedeemed(outer, inner, within) : outer
  })
  const whole = merge([...explained.map((part) => part.effects), { warnings: giftWarnings(scene) }])
  const effects = netOf(whole, from)
  const steps = explained.flatMap((part, index) => [
    ...stepsOf(part, calls[index]?.to ?? zeroAddress),
    ...('inner' in part ? part.inner.flatMap((one, place) => stepsOf(one, part.deeds[place]?.to ?? zeroAddress)) : []),
  ])
  const simulation =
    request.simulate && from ? await simulate(chain, from, { calls, tokens: tokensOf(whole) }) : undefined
  const isKnown = explained.every((part) => part.isKnown)
  return { kind, isKnown, effects, steps, book, ...(simulation && { simulation }) }
}

type Lookup = { readonly book: AddressBook; readonly context: Context; readonly request: Request }

async function targetOf(chain: Chain, call: Call, lookup: Lookup): Promise<Target | undefined> {
  const contract = await contractOf(chain, call, lookup)
  return contract && { contract, decoded: readable(decodeCall(contract.kind, call.data)) }
}

/** A redemption of a chain of delegations, or of several calls that are not an order, is unknown. */
function readable(decoded: DecodedCall): DecodedCall {
  const isUnknown = decoded.name === 'redeemDelegations' && !redemptionOf(decoded)
  return isUnknown ? { name: undefined, args: {}, inner: [] } : decoded
}

type Redeemed = { readonly redemption: Redemption; readonly targets: readonly (Target | undefined)[] }

/** The calls inside a redemption of a mandate or an order, with their contracts. */
async function redeemedBy(chain: Chain, target: Target | undefined, lookup: Lookup): Promise<Redeemed | undefined> {
  const redemption = target?.decoded.name === 'redeemDelegations' ? redemptionOf(target.decoded) : undefined
  if (!redemption) return undefined
  return { redemption, targets: await Promise.all(redemption.calls.map((call) => targetOf(chain, call, lookup))) }
}

/** The effects of a redemption: the owner pays and receives, and the signer gets at most a tip. */
function withRedeemed(outer: Explained, { redemption, targets }: Redeemed, scene: Scene) {
  const { owner, agent, calls } = redemption
  const isTip = ({ to, data }: Call) => agent === ANYBODY && to === scene.signer && data === '0x'
  const deeds = calls.filter((call) => !isTip(call))
  const inner = deeds.map((call) =>
    explainCall(call, targets[calls.indexOf(call)], { ...scene, signer: owner, to: call.to }),
  )
  const { sentences, approvals, warnings } = merge(
    inner.map(({ effects }, index) => (fundsSwap(deeds, index, scene.book) ? { ...effects, warnings: [] } : effects)),
  )
  const isForeign = agent !== ANYBODY && scene.signer !== undefined && scene.signer !== agent
  const args = { delegator: owner, delegate: agent, paid: deeds.reduce((sum, { value }) => sum + value, 0n) }
  return {
    ...outer,
    calls: outer.calls.map(({ name }) => ({ name, args, inner: [] })),
    isKnown: inner.every(({ isKnown }) => isKnown),
    effects: merge([
      {
        sentences: [`Acts on behalf of ${owner}, who pays and receives, under ${titleOf(agent)}:`, ...sentences],
        approvals,
        warnings: [...(isForeign ? [notTheAgent(agent)] : []), ...warnings],
      },
      ...calls.filter(isTip).map(({ value }) => tipped(value, scene)),
    ]),
    inner,
    deeds,
  }
}

function titleOf(agent: Address): string {
  return agent === ANYBODY ? 'an order' : 'a mandate'
}

function tipped(value: bigint, scene: Scene): Partial<Effects> {
  return {
    sentences: [`Pays the signer a tip of ${amountOf(scene, zeroAddress, value)}.`],
    receive: [{ token: zeroAddress, atLeast: value, recipient: scene.signer }],
  }
}

function notTheAgent(agent: Address) {
  return {
    code: 'OTHER_AGENT',
    message: `The mandate belongs to ${agent}, not to the signer: the transaction reverts.`,
  }
}

function contractOf(chain: Chain, { to, data }: Call, { book, context, request }: Lookup) {
  if (request.ours && !book.has(to) && decodeCall('token', data).name) return TOKEN
  return readContract(chain, to, { book, launch: context.launch })
}

const TOKEN: Contract = { kind: 'token', name: 'token', source: 'the calldata' }

function stepsOf({ contract, calls }: ReturnType<typeof explainCall>, to: Address): Explanation['steps'] {
  if (calls.length === 0) return [{ to, contract, name: undefined, args: {} }]
  return calls.map(({ name, args }) => ({ to, contract, name, args }))
}

async function readScene(
  chain: Chain,
  { calls, from, ours }: Request,
  targets: readonly (Target | undefined)[],
): Promise<Pick<Scene, 'facts' | 'positions' | 'pairs' | 'tokens' | 'foreign'>> {
  if (ours) return { facts: chain.facts, tokens: new Map(), ...(await poolScenes(chain, targets, ours.pools)) }
  const known = targets.filter((target) => target !== undefined)
  const all = known.map(({ decoded }) => decoded)
  const named = calls.flatMap(({ to }, index) => (targets[index] ? [{ to, target: targets[index] }] : []))
  const [positions, pairs, foreign] = await Promise.all([
    readPositions(chain, chain.facts.uniswap.v3?.positionManager, known.flatMap(v3Ids)),
    readPairs(chain, all),
    from ? readForeign(chain, depositsOf(named), { signer: from, isLater: false }) : [],
  ])
  const mentioned = [...calls.map(({ to }) => to), ...all.flatMap(addressesIn), ...[...positions.values()].flat()]
  const tokens = await readTokens(chain, mentioned.filter(mayBeToken))
  return { facts: chain.facts, positions, pairs, foreign, tokens }
}

// Several positions of one call can have tokens of several pools, so these are read.
async function poolScenes(
  chain: Chain,
  targets: readonly (Target | undefined)[],
  pools: readonly (PoolFacts | undefined)[],
): Promise<Pick<Scene, 'positions' | 'pairs'>> {
  const ids = targets.map((target) => [...new Set(target ? v3Ids(target) : [])])
  const scenes = ids.map((list, index) => poolScene(chain, list, pools[index]))
  const several = ids.filter((list) => list.length > 1).flat()
  const read = await readPositions(chain, chain.facts.uniswap.v3?.positionManager, several)
  return {
    positions: new Map([...scenes.flatMap(({ positions }) => [...positions]), ...read]),
    pairs: new Map(scenes.flatMap(({ pairs }) => [...pairs])),
  }
}

function poolScene(
  { facts }: Chain,
  ids: readonly bigint[],
  pool: PoolFacts | undefined,
): Pick<Scene, 'positions' | 'pairs'> {
  if (!pool) return { positions: new Map(), pairs: new Map() }
  const held = pool.tokens.map((token) => (token === zeroAddress ? facts.wrappedNative : token)) as [Address, Address]
  const pairs = pool.shares ? [[pairKey(facts, ...pool.tokens), pool.shares] as const] : []
  return { positions: new Map(ids.map((id) => [id, held])), pairs: new Map(pairs) }
}

function mayBeToken(address: Address): boolean {
  return BigInt(address) > 2n
}

function tokensOf({ pay, receive }: { pay: readonly { token: Address }[]; receive: readonly { token: Address }[] }) {
  return [...new Set([zeroAddress, ...pay.map(({ token }) => token), ...receive.map(({ token }) => token)])]
}

async function simulate(
  chain: Chain,
  from: Address,
  { calls, tokens }: { calls: readonly Call[]; tokens: readonly Address[] },
): Promise<NonNullable<Explanation['simulation']>> {
  const { results, balanceChanges } = await chain.simulate({ from, calls, balancesOf: tokens })
  const ok = results.every((result) => result.ok)
  if (!balanceChanges) return { ok }
  return { ok, changes: tokens.map((token, index) => ({ token, change: -(balanceChanges[index] ?? 0n) })) }
}
