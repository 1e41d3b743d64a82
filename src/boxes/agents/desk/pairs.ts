import { bySymbol, type Token } from './Directory.ts'
import * as Pool from './Pool.ts'
import { ask, type Desk, type Reply } from './Topic.ts'

/** Words that pools may be chosen by in one answer: the pair, else what was talked about before. */
export function pairOf({ slots, directory }: Desk): readonly [Token, Token] | undefined {
  const named = slots.tokens ?? []
  const unit = slots.amount && bySymbol(directory, slots.amount.symbol)
  const all = [...new Set(unit && !named.includes(unit) ? [unit, ...named] : named)]
  return all[0] && all[1] ? [all[0], all[1]] : undefined
}

/** Whether the answer is one to be handed on instead of a pool. */
export function isReply(found: Pool.Pool | Reply): found is Reply {
  return 'text' in found
}

/** The pool a question is about: named, or the deepest of its pair; else a question back. */
export async function choosePool(desk: Desk): Promise<Pool.Pool | Reply> {
  const { service, directory, slots } = desk
  if (slots.pool) {
    const pool = await Pool.findByReference(service, directory, slots.pool)
    return pool ?? { text: `There is no v2, v3 or v4 pool ${slots.pool} on chain ${directory.chainId}.` }
  }
  const pair = pairOf(desk)
  if (!pair) return ask('Which pool do you mean? Name two tokens, such as ETH and DUSD, or paste a pool.', 'tokens')
  const { protocol, fee } = slots
  const [pool] = await Pool.findByPair(service, directory, { pair, protocol, fee })
  return pool ?? { text: noPool(pair, desk) }
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
