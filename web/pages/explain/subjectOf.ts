import { isObject } from '#core/isObject.ts'

/** The part of a request to POST /api/explain that follows from a text. */
type Subject =
  | { kind: 'body'; body: Record<string, unknown>; chainId?: number; from?: string }
  | { kind: 'receipt'; hash: string }
  | { kind: 'problem'; problem: string }

type Json = Record<string, unknown>

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const HASH = /(?<![0-9a-fA-F])0x[0-9a-fA-F]{64}(?![0-9a-fA-F])/
/** The names under which answers and wallets carry a transaction. */
const NAMES = ['transaction', 'create', 'increase', 'decrease', 'claim'] as const

/** Reads pasted text: calldata, a transaction or an answer as JSON, typed data, a sign-in message, or a link. */
export function subjectOf(text: string, to: string): Subject {
  const pasted = text.trim()
  if (pasted === '')
    return { kind: 'problem', problem: 'Paste calldata, a transaction, typed data, a message or a link.' }
  if (pasted.startsWith('{') || pasted.startsWith('[')) return fromJson(pasted)
  if (/^(https?|ethereum):/.test(pasted)) return fromLink(pasted)
  if (HASH.test(pasted) && pasted.length === 66) return { kind: 'receipt', hash: pasted }
  if (/^0x([0-9a-fA-F]{2})*$/.test(pasted)) return fromCalldata(pasted, to)
  return { kind: 'body', body: { message: text.trim() } }
}

function fromCalldata(data: string, to: string): Subject {
  if (!ADDRESS.test(to.trim()))
    return { kind: 'problem', problem: 'Calldata does not name a contract. Type the called contract.' }
  return { kind: 'body', body: { transaction: { to: to.trim(), data } } }
}

function fromLink(link: string): Subject {
  const sent = /^ethereum:(?:pay-)?(0x[0-9a-fA-F]{40})(?:@(\d+))?\?(?:.*&)?value=(\d+)/.exec(link)
  if (sent) {
    const [, to, chain, value] = sent
    return { kind: 'body', body: { transaction: { to, value } }, ...(chain && { chainId: Number(chain) }) }
  }
  const [hash] = HASH.exec(link) ?? []
  return hash ? { kind: 'receipt', hash } : { kind: 'problem', problem: 'This link does not contain a transaction.' }
}

function fromJson(text: string): Subject {
  try {
    return fromValue(JSON.parse(text) as Json)
  } catch {
    return { kind: 'problem', problem: 'This is not valid JSON.' }
  }
}

function fromValue(value: Json): Subject {
  if (Array.isArray(value)) return { kind: 'body', body: { calls: value } }
  const nested = NAMES.map((name) => value[name]).find(isObject)
  const transaction = nested ?? value
  if (ADDRESS.test(String(transaction['to']))) return fromTransaction(transaction)
  if (isObject(value['typedData'])) return { kind: 'body', body: { typedData: value['typedData'] } }
  if (value['primaryType'] !== undefined) return fromTypedData(value)
  return { kind: 'problem', problem: 'This JSON is neither a transaction nor typed data.' }
}

function fromTransaction({ to, data, input, value, chainId, from }: Json): Subject {
  const body = { transaction: { to, data: data ?? input ?? '0x', value: value ?? '0' } }
  const chain = Number(chainId)
  return {
    kind: 'body',
    body,
    ...(Number.isSafeInteger(chain) && chain > 0 && { chainId: chain }),
    ...(ADDRESS.test(String(from)) && { from: String(from) }),
  }
}

function fromTypedData(value: Json): Subject {
  const { domain, types, primaryType, message } = value
  const chain = Number(isObject(domain) ? domain['chainId'] : undefined)
  const body = { typedData: { domain, types, primaryType, message } }
  return { kind: 'body', body, ...(Number.isSafeInteger(chain) && chain > 0 && { chainId: chain }) }
}
