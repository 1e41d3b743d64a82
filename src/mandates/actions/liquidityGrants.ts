import { type Address, encodeFunctionData, getAddress, type Hex, isAddressEqual, parseAbi, slice } from 'viem'
import { invalidField } from '#core/ApiError.ts'
import type { Context } from '#mandates/Context.ts'
import type { LiquidityGrant } from '#mandates/rules/Grant.ts'
import { formOf } from '#mandates/rules/liquidityForms.ts'
import { addressOf, idsIn } from '#mandates/rules/liquidityGrant.ts'
import { claimsGrant, grantOf } from '#mandates/rules/liquidityPolicy.ts'
import type { Request } from '#mandates/wire/mandates.ts'

type Reads = Pick<Context, 'chain' | 'targets'>

const abi = parseAbi([
  'function getPair(address tokenA, address tokenB) view returns (address)',
  'function getPoolAndPositionInfo(uint256 tokenId) view returns (address, address, uint24, int24, address hooks, uint256)',
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function positions(uint256 tokenId) view returns (uint96 nonce, address operator, address token0, address token1)',
])

/** The grants of the listed liquidity, each for a pair or a position that the owner has. */
export async function liquidityGrants(
  context: Reads,
  { actions, liquidity, owner }: Request,
): Promise<LiquidityGrant[]> {
  const isListed = liquidity.length > 0
  if (actions.includes('liquidity') !== isListed)
    throw isListed
      ? invalidField('actions', 'must name liquidity for the items of liquidity')
      : invalidField('liquidity', 'is required for the action liquidity: list what the agent may do')
  return Promise.all(
    liquidity.map(async (item) => {
      const grant = await readGrant(context, item)
      await Promise.all([requireBound(context, grant), requireOwner(context, grant, owner)])
      return grant
    }),
  )
}

async function readGrant(context: Reads, item: Request['liquidity'][number]): Promise<LiquidityGrant> {
  if (item.action === 'claimMany') {
    const infos = item.protocol === 'V4' ? await Promise.all(item.tokenIds.map((id) => v4Info(context, id))) : []
    const tokens = infos.flatMap((info) => [addressAt(info, 0), addressAt(info, 1)])
    return claimsGrant(item, [...new Set(tokens)])
  }
  const shares = item.protocol === 'V2' ? await pairOf(context, [item.token0Address, item.token1Address]) : undefined
  return grantOf(item, shares)
}

/** The key of the pool of a v4 position, and its range. */
async function v4Info(context: Reads, id: bigint): Promise<Hex> {
  const data = encodeFunctionData({ abi, functionName: 'getPoolAndPositionInfo', args: [id] })
  const answer = await readOne(context, context.targets.v4PositionManager, data)
  // A position that does not exist has an empty pool key; token1 of a pool is never the zero address.
  if (!answer || BigInt(addressAt(answer, 1)) === 0n) throw noPosition(id)
  return answer
}

/** Refuses a grant whose caveats do not bind what its calls can take. */
export async function requireBound(context: Reads, grant: LiquidityGrant): Promise<void> {
  await Promise.all([requireTokens(context, grant), requirePlainHook(context, grant)])
}

const TAKES_WITHDRAWALS = 1n
/** Of a deposit or a withdrawal. */
const TAKES = 3n
const HOOKS_WORD = 4

/** The agent chooses the minimums of a withdrawal, so a hook that may take a share of it may take all of it. */
async function requirePlainHook(context: Reads, { form, fixed }: LiquidityGrant): Promise<void> {
  const { protocol, action } = formOf(form)
  if (protocol !== 'V4' || action === 'create' || action === 'increase') return
  const taking = action === 'compound' ? TAKES : TAKES_WITHDRAWALS
  await Promise.all(
    idsIn(fixed).map(async (id) => {
      const hook = BigInt(addressAt(await v4Info(context, id), HOOKS_WORD))
      if ((hook & taking) !== 0n)
        throw invalidField(
          'liquidity',
          `cannot include position ${id}: its hook can take the withdrawn or added amounts. Let the owner sign instead`,
        )
    }),
  )
}

/** Refuses limits on other tokens than those that the call takes, which would limit nothing. */
async function requireTokens(context: Reads, { form, fixed, spends }: LiquidityGrant): Promise<void> {
  const expected = await tokensOf(context, form, fixed)
  if (expected && !expected.every((token, index) => isAddressEqual(token, spends[index]?.token ?? token)))
    throw invalidField('liquidity', `must name the tokens ${expected.join(' and ')}, which the call takes`)
}

/** The tokens that calls of a form take, where its calldata does not name them. */
async function tokensOf(context: Reads, form: LiquidityGrant['form'], fixed: LiquidityGrant['fixed']) {
  if (form === 'v2Decrease') {
    const pair = await pairOf(context, [addressOf(fixed['token0'] ?? 0n), addressOf(fixed['token1'] ?? 0n)])
    return [pair]
  }
  if (form !== 'v3Increase' && form !== 'v3Compound') return undefined
  const data = encodeFunctionData({ abi, functionName: 'positions', args: [fixed['id'] ?? 0n] })
  const answer = await readOne(context, context.targets.positionManager, data)
  if (!answer) throw noPosition(fixed['id'])
  return [addressAt(answer, 2), addressAt(answer, 3)]
}

async function pairOf(context: Reads, args: [Address, Address]): Promise<Address> {
  const data = encodeFunctionData({ abi, functionName: 'getPair', args })
  const answer = await readOne(context, context.targets.v2Factory, data)
  if (!answer || BigInt(answer) === 0n)
    throw invalidField('liquidity', 'must name the two tokens of a V2 pair that exists')
  return addressAt(answer, 0)
}

/** A deposit into the position of a stranger would be a gift. */
async function requireOwner(context: Reads, { form, fixed }: LiquidityGrant, owner: Address): Promise<void> {
  const manager = context.targets[formOf(form).target]
  await Promise.all(
    idsIn(fixed).map(async (id) => {
      const answer = await readOne(context, manager, encodeFunctionData({ abi, functionName: 'ownerOf', args: [id] }))
      if (!answer) throw noPosition(id)
      const holder = addressAt(answer, 0)
      if (!isAddressEqual(holder, owner))
        throw invalidField('liquidity', `must name positions of ${owner}; position ${id} belongs to ${holder}`)
    }),
  )
}

async function readOne({ chain }: Reads, to: Address | undefined, data: Hex): Promise<Hex | undefined> {
  if (!to) throw invalidField('liquidity', 'names a protocol that is not on this chain: omit it')
  const [answer] = (await chain.read([{ to, data }])).results
  return answer?.ok && answer.data.length >= 66 ? answer.data : undefined
}

function noPosition(id: bigint | undefined) {
  return invalidField(
    'liquidity',
    `names position ${id}, which does not exist: send the tokenId of an existing position`,
  )
}

function addressAt(answer: Hex, index: number): Address {
  return getAddress(slice(answer, index * 32 + 12, index * 32 + 32))
}
