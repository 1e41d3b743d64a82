import { type Address, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { Context } from '#explain/Context.ts'
import { addressBook, type Contract } from '#explain/rules/Contract.ts'
import { addressesIn, decodeCall } from '#explain/rules/DecodedCall.ts'
import { merge } from '#explain/rules/Effects.ts'
import { type Call, explainCall } from '#explain/rules/explainCall.ts'
import type { Explanation } from './Explanation.ts'
import { readContract, readPairs, readPositions, readTokens } from './readSurroundings.ts'

type Request = {
  readonly chainId: number
  readonly from?: Address | undefined
  readonly calls: readonly Call[]
  readonly kind: 'transaction' | 'calls'
  readonly simulate?: boolean | undefined
}

/** Explains calls: their contracts and tokens are read first, everything after that is pure. */
export async function explainCalls(context: Context, request: Request): Promise<Explanation> {
  const { chainId, calls, from, kind } = request
  const chain = context.chains.get(chainId)
  const book = addressBook(chain.facts, context.launch)
  const contracts = await Promise.all(calls.map(({ to }) => readContract(chain, to, { book, launch: context.launch })))
  const scene = {
    ...(await readScene(chain, calls, contracts)),
    book,
    signer: from,
    now: BigInt(Math.floor(context.now() / 1000)),
  }
  const explained = calls.map((call, index) =>
    explainCall(call, contracts[index], { ...scene, to: call.to, value: 0n, calls: [] }),
  )
  const effects = merge(explained.map((part) => part.effects))
  const steps = explained.flatMap((part, index) => stepsOf(part, calls[index]?.to ?? zeroAddress))
  const simulation =
    request.simulate && from ? await simulate(chain, from, { calls, tokens: tokensOf(effects) }) : undefined
  const isKnown = explained.every((part) => part.isKnown)
  return { kind, isKnown, effects, steps, book, ...(simulation && { simulation }) }
}

function stepsOf({ contract, calls }: ReturnType<typeof explainCall>, to: Address): Explanation['steps'] {
  if (calls.length === 0) return [{ to, contract, name: undefined, args: {} }]
  return calls.map(({ name, args }) => ({ to, contract, name, args }))
}

async function readScene(chain: Chain, calls: readonly Call[], contracts: readonly (Contract | undefined)[]) {
  const decoded = calls.flatMap(({ data }, index) => {
    const kind = contracts[index]?.kind
    return kind ? [decodeCall(kind, data)] : []
  })
  const ids = decoded.flatMap(positionIds)
  const positions = await readPositions(chain, chain.facts.uniswap.v3?.positionManager, ids)
  const mentioned = [...calls.map(({ to }) => to), ...decoded.flatMap(addressesIn), ...[...positions.values()].flat()]
  const pairs = await readPairs(chain, decoded)
  return { facts: chain.facts, positions, pairs, tokens: await readTokens(chain, mentioned.filter(mayBeToken)) }
}

function mayBeToken(address: Address): boolean {
  return BigInt(address) > 2n
}

function positionIds({ args, inner }: ReturnType<typeof decodeCall>): bigint[] {
  const own = typeof args['tokenId'] === 'bigint' ? [args['tokenId']] : []
  return [...own, ...inner.flatMap(positionIds)]
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
