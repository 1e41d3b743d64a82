import { type Address, isAddress, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { invalidField } from '#core/ApiError.ts'
import type { Context } from '#explain/Context.ts'
import { addressBook } from '#explain/rules/Contract.ts'
import type { Scene } from '#explain/rules/Effects.ts'
import { depositsIn, positionsInOrder } from '#explain/rules/orderCalls.ts'
import { explainSignIn } from '#explain/rules/signIn.ts'
import { addressesInMessage, explainTypedData, type TypedData, verifyingContract } from '#explain/rules/typedData.ts'
import type { Explanation } from './Explanation.ts'
import { readForeign } from './readForeign.ts'
import { readHeld } from './readHeld.ts'
import { readPriceReads } from './readPriceReads.ts'
import { readPositions, readTokens } from './readSurroundings.ts'

type Request = {
  readonly chainId: number
  readonly from?: Address | undefined
  readonly typedData?: TypedData | undefined
  readonly message?: string | undefined
  /** Set for messages built here: tokens are not read, because their names are not needed. */
  readonly isOurs?: boolean | undefined
}

/** Explains a message that a wallet is asked to sign. */
export function explainMessage(context: Context, request: Request): Promise<Explanation> | Explanation {
  const now = BigInt(Math.floor(context.now() / 1000))
  const { chainId, from: signer, typedData, message = '' } = request
  if (typedData) return explainData(context, { chainId, signer, typedData, now, isOurs: request.isOurs })
  const effects = explainSignIn(message, { now, signer })
  if (!effects) throw invalidField('message', 'must be a Sign-In with Ethereum message (EIP-4361)')
  return { kind: 'sign-in message', isKnown: true, effects, steps: [], book: new Map() }
}

type DataRequest = {
  chainId: number
  signer: Address | undefined
  typedData: TypedData
  now: bigint
  isOurs: boolean | undefined
}

async function explainData(context: Context, request: DataRequest): Promise<Explanation> {
  const { chainId, signer, typedData, now, isOurs } = request
  const chain = context.chains.get(chainId)
  const book = addressBook(chain.facts, context.launch)
  const to = contractOf(typedData)
  const mentioned = [to, ...addressesInMessage(typedData)].filter((address) => address !== zeroAddress)
  const manager = chain.facts.uniswap.v3?.positionManager
  const [tokens, held, positions, priceReads, foreign] = await Promise.all([
    readTokens(chain, isOurs ? [] : mentioned),
    isOurs ? undefined : readHeld(chain, typedData, { book }),
    readPositions(chain, manager, positionsInOrder(typedData.message, book)),
    isOurs ? undefined : readPriceReads(chain, typedData.message, book),
    isOurs ? undefined : readGifts(chain, typedData.message, book),
  ])
  const scene = {
    facts: chain.facts,
    book,
    signer,
    to,
    value: 0n,
    calls: [],
    tokens,
    positions,
    held,
    priceReads,
    foreign,
    pairs: new Map(),
    now,
  }
  const { name, effects } = explainTypedData(typedData, scene)
  const step = { to, contract: book.get(to), name: name && typedData.primaryType, args: typedData.message }
  return { kind: name ?? 'typed data', isKnown: name !== undefined, effects, steps: [step], book }
}

/** The positions of others that an order adds to. */
function readGifts(chain: Chain, message: TypedData['message'], book: Scene['book']) {
  const signer = message['delegator']
  // A message without an owner is unknown in any case.
  if (typeof signer !== 'string' || !isAddress(signer, { strict: false })) return []
  return readForeign(chain, depositsIn(message, book), { signer, isLater: true })
}

function contractOf(typedData: TypedData): Address {
  try {
    return verifyingContract(typedData)
  } catch {
    return zeroAddress
  }
}
