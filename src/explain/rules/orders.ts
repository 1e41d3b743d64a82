import { type Address, getAddress, maxUint256, toHex, zeroAddress } from 'viem'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { ANYBODY, type Caveat, isCondition, wide, wordsOf } from './caveats.ts'
import { decodeCall } from './DecodedCall.ts'
import { decodeStrictly } from './decodeStrictly.ts'
import { type Effects, merge, netOf, type Scene, type Warning } from './Effects.ts'
import { type Call, explainCall } from './explainCall.ts'
import { fundsSwap } from './fundedSwap.ts'
import { ownerWarnings } from './mandates.ts'
import { type Order, openedPools, readKey, TERMS, v4PriceRead } from './orderCalls.ts'
import { accountOf, amountOf, giftWarnings } from './words.ts'

const ROOT = toHex(maxUint256)
/** Without it, an order does not expire. */
const NEEDED = ['TimestampEnforcer'] as const

/** Whether a delegation is an order: exact calls that anyone may execute. */
export function isOrder(message: Readonly<Record<string, unknown>>): boolean {
  const caveats = message['caveats']
  return Array.isArray(caveats) && (caveats as Caveat[]).some(isCondition)
}

/** Explains an order that is to be signed; throws for an unknown part. */
export function ordering(message: Readonly<Record<string, unknown>>, scene: Scene): Partial<Effects> {
  const owner = getAddress(message['delegator'] as Address)
  const caveats = message['caveats'] as readonly Caveat[]
  const [condition, ...further] = caveats.filter(isCondition)
  if (message['authority'] !== ROOT || !condition || further.length > 0) throw new Error('Not one order of the signer.')
  if (!caveats.some(isOnce)) throw new Error('The order is not limited to one execution.')
  const [order] = decodeStrictly(TERMS, condition.terms) as unknown as [Order]
  const read = caveats.filter((caveat) => !isCondition(caveat)).map((caveat) => wordsOf(caveat, scene))
  const missing = NEEDED.filter((needed) => !read.some(({ name }) => name === needed))
  const deeds = deedsOf(order, { ...scene, signer: owner })
  return {
    ...deeds,
    sentences: [
      `Lets ${executorOf(message, scene)} make exactly these calls on behalf of ${accountOf(scene, owner)}:`,
      ...deeds.sentences,
      boundsWords(order, scene),
      ...read.map(({ sentence }) => sentence),
    ],
    warnings: [
      ...ownerWarnings(scene, owner),
      ...missing.map(wide),
      ...deeds.warnings,
      ...conditionWarnings(order, scene),
      ...depositWarnings(message, scene),
      ...read.flatMap(({ warnings = [] }) => warnings),
    ],
  }
}

/** Whether the caveat lets the order be executed once. */
function isOnce({ enforcer, terms }: Caveat): boolean {
  return getAddress(enforcer) === FRAMEWORK.LimitedCallsEnforcer && terms === toHex(1n, { size: 32 })
}

function executorOf({ delegate }: Readonly<Record<string, unknown>>, scene: Scene): string {
  const account = getAddress(delegate as Address)
  return account === ANYBODY ? 'anybody' : accountOf(scene, account)
}

/** The effects of all calls and of the tip, for the owner. */
function deedsOf({ calls, tip }: Order, scene: Scene): Effects {
  const list = calls.map(({ target, value, data }) => ({ to: getAddress(target), value, data }))
  const parts = list.map((call, index) =>
    fundsSwap(list, index, scene.book) ? paidBefore(call, scene) : effectsOf(call, scene),
  )
  const paid = {
    sentences: [`Pays ${amountOf(scene, zeroAddress, tip)} to the account that executes it.`],
    pay: [{ token: zeroAddress, atMost: tip }],
  }
  return netOf(merge([...parts, paid]), scene.signer)
}

/** Tokens that the next call swaps. */
function paidBefore({ to: token, data }: Call, scene: Scene): Partial<Effects> {
  const atMost = decodeCall('token', data).args['amount'] as bigint
  return { sentences: [`Pays ${amountOf(scene, token, atMost)} for the next call.`], pay: [{ token, atMost }] }
}

function effectsOf(call: Call, scene: Scene): Effects {
  const contract = scene.book.get(call.to)
  const target = contract && { contract, decoded: decodeCall(contract.kind, call.data) }
  const { isKnown, effects } = explainCall(call, target, { ...scene, to: call.to, value: 0n })
  if (!isKnown) throw new Error('Not a known call.')
  return effects
}

/** An account that controls the value that an order reads chooses when it executes. */
function conditionWarnings(order: Order, { book, priceReads }: Scene): Warning[] {
  if (isAlways(order)) return []
  const { source, query } = order
  const isQuote = book.get(source)?.kind === 'launchpad'
  if (!priceReads || isQuote || priceReads.has(readKey(source, query))) return []
  const message = `The order waits for a value of ${source} that is not a known price of the tokens it moves.`
  return [{ code: 'UNKNOWN_CONDITION', message, account: source }]
}

/** A deposit into another owner's position is a gift, and another pool can have any price. */
function depositWarnings(message: Readonly<Record<string, unknown>>, scene: Scene): Warning[] {
  const { facts, book, priceReads } = scene
  const gifts = giftWarnings(scene)
  if (!priceReads || openedPools(message, book).every((key) => priceReads.has(v4PriceRead(facts, key) ?? '')))
    return gifts
  const other = 'The order opens a position in a different pool from the one it withdraws from, at any price there.'
  return [...gifts, { code: 'OTHER_POOL', message: other }]
}

/** Whether every figure lies within the bounds. */
function isAlways({ min, max }: Order): boolean {
  return min === 0n && max === maxUint256
}

function boundsWords(order: Order, scene: Scene): string {
  if (isAlways(order)) return 'It has no price condition: it can be executed as soon as the calls succeed.'
  const { source, query, min, max } = order
  const upper = max === maxUint256 ? '' : ` and at most ${max}`
  return `It can be executed while the first value that ${accountOf(scene, source)} returns for ${query} is at least ${min}${upper}.`
}
