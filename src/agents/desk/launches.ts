import type { Question } from './language/Question.ts'
import { find, type Json, read } from './Service.ts'
import { ask, type Desk, type Reply } from './Topic.ts'

const CANDIDATES_MAX = 4

/** The launch a question is about: by address, by symbol, or the one mentioned before; otherwise a question back. */
export async function chooseLaunch(desk: Desk): Promise<Json | Reply> {
  const { slots, question, service, memory } = desk
  const wanted = slots.launch
  const isPasted = wanted !== undefined && question.addresses.includes(wanted)
  const named = isPasted ? [] : await byName(desk)
  if (named.length === 1) return detail(desk, named[0].address)
  if (named.length > 1) return ask(whichOf(named), 'launch')
  const unknown = isPasted ? undefined : unknownName(question)
  if (unknown)
    return ask(
      `I find no launch with the symbol or name ${quoted(unknown)}. Send its address, or ask "what launched in the last hour".`,
      'launch',
    )
  if (wanted) {
    const token = await find(service, `/api/launchpad/token?address=${wanted}`)
    return (
      token ?? {
        text: `${wanted} is not a token of this launchpad. "What launched in the last hour" lists the newest.`,
      }
    )
  }
  const remembered = memory.last?.slots.launch
  if (remembered) return detail(desk, remembered)
  return ask('Which token? Send its symbol or address.', 'launch')
}

/** An unknown name, which must not be read as the token mentioned before. */
function unknownName({ symbols, names, plain }: Question): string | undefined {
  return symbols[0] ?? (/\b(it|its|this|that|them|they|tokens?)\b/.test(plain) ? undefined : names[0])
}

export const isReply = (found: Json): found is Reply => typeof found.text === 'string'

async function byName({ service, question, slots }: Desk): Promise<Json[]> {
  const own = question.names.length > 0 ? question.names : question.weakNames
  const names = [...own, ...(own.length === 0 && slots.symbol ? [slots.symbol] : [])]
  for (const name of names.slice(0, CANDIDATES_MAX)) {
    const { tokens } = await read(service, `/api/launchpad/tokens?limit=20&search=${encodeURIComponent(name)}`)
    const exact = tokens.filter((token: Json) => isNamed(token, name))
    if (exact.length > 0) return exact
  }
  return []
}

function isNamed({ symbol, name }: Json, wanted: string): boolean {
  return symbol.toLowerCase() === wanted.toLowerCase() || name.toLowerCase() === wanted.toLowerCase()
}

function detail({ service }: Desk, address: string): Promise<Json> {
  return read(service, `/api/launchpad/token?address=${address}`)
}

function whichOf(tokens: readonly Json[]): string {
  const lines = tokens.map(
    ({ symbol, name, address, progressBps, createdAtTimestamp }) =>
      `- ${quoted(symbol)} "${quotedName(name)}" ${address}, ${progressBps / 100}% to graduation, launched ${createdAtTimestamp}`,
  )
  return ['Several launches have that name or symbol; anyone can copy one. Which address?', ...lines].join('\n')
}

/**
 * A name that anyone may have chosen, without characters that end its quotation and without parts that look like an
 * address.
 */
export function quotedName(name: string): string {
  return quoted(name.replaceAll(/["“”]/g, "'").replaceAll(/0x[0-9a-f.…]{2,}/gi, '0x…'))
}

/** Untrusted text, cut to one short line. */
export function quoted(text: string): string {
  return text.replaceAll(/[\p{C}\s]+/gu, ' ').slice(0, 64)
}
