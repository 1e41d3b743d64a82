import { type Address, getAddress, type Hex, maxUint256, parseAbiParameters, toHex, zeroAddress } from 'viem'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { ANYBODY, type Caveat, isCondition, wide, wordsOf } from './caveats.ts'
import { decodeCall } from './DecodedCall.ts'
import { decodeStrictly } from './decodeStrictly.ts'
import { type Effects, merge, netOf, type Scene } from './Effects.ts'
import { type Call, explainCall } from './explainCall.ts'
import { ownerWarnings } from './mandates.ts'
import { v3Ids } from './v3Positions.ts'
import { accountOf, amountOf } from './words.ts'

type SignedCall = { readonly target: Address; readonly value: bigint; readonly data: Hex }
type Order = {
  readonly calls: readonly SignedCall[]
  readonly tip: bigint
  readonly source: Address
  readonly query: Hex
  readonly min: bigint
  readonly max: bigint
}

const ROOT = toHex(maxUint256)
const TERMS = parseAbiParameters([
  'Order order',
  'struct Order { Call[] calls; uint256 tip; address source; bytes query; uint256 min; uint256 max; }',
  'struct Call { address target; uint256 value; bytes data; }',
])
/** Without it an order has no end. */
const NEEDED = ['TimestampEnforcer'] as const

/** Whether a delegation is an order: exact calls that anybody may execute. */
export function isOrder(message: Readonly<Record<string, unknown>>): boolean {
  const caveats = message['caveats']
  return Array.isArray(caveats) && (caveats as Caveat[]).some(isCondition)
}

/** The v3 positions that the calls of an order change; none for a message of another form. */
export function positionsInOrder(message: Readonly<Record<string, unknown>>, book: Scene['book']): bigint[] {
  try {
    const condition = (message['caveats'] as readonly Caveat[]).find(isCondition)
    const [order] = decodeStrictly(TERMS, condition?.terms ?? '0x') as unknown as [Order]
    return order.calls.flatMap(({ target, data }) => {
      const contract = book.get(getAddress(target))
      return contract ? v3Ids({ contract, decoded: decodeCall(contract.kind, data) }) : []
    })
  } catch {
    return []
  }
}

/** Explains an order that is to be signed; throws for a part that is not known. */
export function ordering(message: Readonly<Record<string, unknown>>, scene: Scene): Partial<Effects> {
  const owner = getAddress(message['delegator'] as Address)
  const caveats = message['caveats'] as readonly Caveat[]
  const [condition, ...further] = caveats.filter(isCondition)
  if (message['authority'] !== ROOT || !condition || further.length > 0) throw new Error('Not one order of the signer.')
  if (!caveats.some(isOnce)) throw new Error('Its limits would hold for one execution of many.')
  const [order] = decodeStrictly(TERMS, condition.terms) as unknown as [Order]
  const read = caveats.filter((caveat) => !isCondition(caveat)).map((caveat) => wordsOf(caveat, scene))
  const missing = NEEDED.filter((needed) => !read.some(({ name }) => name === needed))
  const deeds = deedsOf(order, { ...scene, signer: owner })
  return {
    ...deeds,
    sentences: [
      `Lets ${executorOf(message, scene)} make exactly these calls in the name of ${accountOf(scene, owner)}:`,
      ...deeds.sentences,
      boundsWords(order, scene),
      ...read.map(({ sentence }) => sentence),
    ],
    warnings: [
      ...ownerWarnings(scene, owner),
      ...missing.map(wide),
      ...deeds.warnings,
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
  const parts = calls.map(({ target, value, data }) => effectsOf({ to: target, value, data }, scene))
  const paid = {
    sentences: [`Pays ${amountOf(scene, zeroAddress, tip)} to the account that executes it.`],
    pay: [{ token: zeroAddress, atMost: tip }],
  }
  return netOf(merge([...parts, paid]), scene.signer)
}

function effectsOf(call: Call, scene: Scene): Effects {
  const contract = scene.book.get(call.to)
  const target = contract && { contract, decoded: decodeCall(contract.kind, call.data) }
  const { isKnown, effects } = explainCall(call, target, { ...scene, to: call.to, value: 0n })
  if (!isKnown) throw new Error('Not a known call.')
  return effects
}

function boundsWords({ source, query, min, max }: Order, scene: Scene): string {
  const upper = max === maxUint256 ? '' : ` and at most ${max}`
  return `It executes while the first figure that ${accountOf(scene, source)} answers to ${query} is at least ${min}${upper}.`
}
