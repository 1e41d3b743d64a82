import { byAddress, bySymbol, isSameAsset, type PoolReference, type Token } from './Directory.ts'
import { chooseLaunch, isReply as isLaunchReply } from './launches.ts'
import { feePercent } from './numbers.ts'
import * as Pool from './Pool.ts'
import { find } from './Service.ts'
import { ask, type Desk, type Reply } from './Topic.ts'

/** The pair to choose pools by: the named one, otherwise that of the conversation. */
export function pairOf({ slots, directory }: Desk): readonly [Token, Token] | undefined {
  const named = slots.tokens ?? []
  const unit = slots.amount && bySymbol(directory, slots.amount.symbol)
  const all = [...new Set(unit ? [unit, ...named] : named)]
  const [first] = all
  const second = first && all.find((token) => !isSameAsset(token, first))
  return first && second ? [first, second] : undefined
}

/** "how much DUSD next to 0.5 ETH" names one token by its amount. */
export function withPartner(desk: Desk): Desk {
  const unit = desk.slots.amount && bySymbol(desk.directory, desk.slots.amount.symbol)
  const tokens = [unit, ...(desk.slots.tokens ?? [])].filter((token): token is Token => token !== undefined)
  return { ...desk, slots: { ...desk.slots, tokens: [...new Set(tokens)] } }
}

/** Whether this is a reply instead of a pool. */
export function isReply(found: Pool.Pool | Reply): found is Reply {
  return 'text' in found
}

/** The pool a question is about: named, or the deepest of its pair; otherwise a question back. */
export async function choosePool(desk: Desk): Promise<Pool.Pool | Reply> {
  const { service, directory, slots } = desk
  if (slots.pool) {
    const pool = await Pool.findByReference(service, directory, slots.pool)
    return pool ?? (await poolOfLaunch(desk, slots.pool))
  }
  const pair = pairOf(desk)
  if (!pair) return desk.question.names.length > 0 || slots.launch ? graduatedPool(desk) : chooseNamed(desk)
  const { protocol, fee } = slots
  const [pool] = await Pool.findByPair(service, directory, { pair, protocol, fee })
  if (pool) return pool
  // The pair comes from the conversation: a named fee or version may mean another pool.
  if (desk.question.tokens.length === 0 && (desk.question.fee ?? desk.question.protocol) !== undefined) {
    const { tokens: _talked, amount: _counted, ...described } = slots
    return chooseNamed({ ...desk, slots: described })
  }
  return { text: noPool(pair, desk) }
}

/** The pool of the launched token that the sentence names. */
async function graduatedPool(desk: Desk): Promise<Pool.Pool | Reply> {
  const token = await chooseLaunch(desk)
  return isLaunchReply(token) ? token : poolOfLaunch(desk, token.address)
}

async function poolOfLaunch({ service, directory }: Desk, address: string): Promise<Pool.Pool | Reply> {
  const token = address.length > 42 ? undefined : await find(service, `/api/launchpad/token?address=${address}`)
  if (!token) return { text: `${address} is not a v2, v3 or v4 pool on chain ${directory.chainId}.` }
  const pool = token.poolId && (await Pool.findByReference(service, directory, token.poolId))
  if (pool) return pool
  return {
    text: `${address} is on its curve: it has a pool, and takes liquidity, once it has graduated. "How far is it from graduation" says when.`,
  }
}

const NAMED_MAX = 8

/** Without a pair: the only pool with the named token, fee or version; otherwise a question back. */
async function chooseNamed(desk: Desk): Promise<Pool.Pool | Reply> {
  const { service, directory, slots } = desk
  const isDescribed = slots.fee !== undefined || slots.protocol !== undefined || slots.tokens !== undefined
  const fitting = isDescribed ? directory.pools.filter((pool) => fits(pool, desk)) : []
  const [only] = fitting
  if (only && fitting.length === 1) {
    const pool = await Pool.findByReference(service, directory, only.reference)
    if (pool) return pool
  }
  const lines = fitting.slice(0, NAMED_MAX).map((pool) => `- ${pairWords(pool, desk)}`)
  const among = lines.length > 0 ? `\nThese fit so far:\n${lines.join('\n')}` : ''
  return ask(`Which pool do you mean? Name two tokens, such as ETH and DUSD, or paste a pool.${among}`, 'tokens')
}

export function fits({ protocol, fee, token0, token1 }: PoolReference, { slots, directory }: Desk): boolean {
  const held = [token0, token1].flatMap((address) => byAddress(directory, address) ?? [])
  const hasToken = (slots.tokens ?? []).every((token) => held.some((one) => isSameAsset(one, token)))
  return hasToken && (slots.fee ?? fee) === fee && (slots.protocol ?? protocol) === protocol
}

export function pairWords({ protocol, fee, token0, token1 }: PoolReference, { directory }: Desk): string {
  const [a, b] = [token0, token1].map((address) => byAddress(directory, address)?.symbol ?? address)
  return `${protocol} ${a}/${b}, ${feePercent(fee)}`
}

export function noPool([a, b]: readonly [Token, Token], { slots, directory }: Desk): string {
  const which = [slots.protocol, slots.fee !== undefined && `${slots.fee / 10_000}%`].filter(Boolean).join(' ')
  return `I find no ${which ? `${which} ` : ''}pool of ${a.symbol} and ${b.symbol} on chain ${directory.chainId}. Ask "which pools exist for ${a.symbol} and ${b.symbol}" for all of them.`
}

/** `read at 11:20:31 UTC`. */
export function asOf(now: () => Date): string {
  return `read at ${now().toISOString().slice(11, 19)} UTC`
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
