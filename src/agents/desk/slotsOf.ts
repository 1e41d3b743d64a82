import { type Directory, isSame } from './Directory.ts'
import type { Question } from './language/Question.ts'
import { merge, type Slots } from './Memory.ts'

/** Intents in which a lone address is a wallet. */
const OF_WALLET = new Set(
  'positions portfolio launchedBy wallet faucet approvals earned worth claim claimAll withdraw compound rerange zapIn zapOut migrate prepare transfer share'.split(
    ' ',
  ),
)
/** Intents that are asked "for" a token as often as for a wallet. */
const OF_LAUNCH = new Set('price holders trades chart progress creator about fairness safety waitingFees'.split(' '))

export function slotsOf(question: Question, directory: Directory, intent: string): Slots {
  const { tokens, amount, percent, slippage, fee, protocol, positionId, tick, range, roomId } = question
  return merge({}, {
    ...(tokens.length > 0 && { tokens }),
    amount,
    percent,
    slippage,
    fee,
    protocol,
    positionId,
    tick,
    range,
    roomId,
    ...addressesOf(question, directory, intent),
  } as Slots)
}

/** The part of each address: a pool, a wallet or a launched token, by the words before it and by the intent. */
function addressesOf(question: Question, { tokens, pools }: Directory, intent: string): Slots {
  const { addresses, ids, plain, names, words } = question
  const isPool = (address: string) => pools.some(({ reference }) => isSame(reference, address))
  const others = addresses.filter((address) => !tokens.some((token) => isSame(token.address, address)))
  const isLone = others.length === 1
  const isAskedFor = isLone && names.length === 0 && OF_LAUNCH.has(intent) && !/\b(wallet|account)\b/.test(plain)
  const wallet = isAskedFor ? undefined : question.wallet
  const rest = others.filter((address) => address !== wallet)
  const isAboutPool = /\b(pool|tick|deep|depth|pair)\b/.test(plain)
  const pool = ids[0] ?? rest.find((address) => isPool(address)) ?? (isAboutPool ? rest[0] : undefined)
  const [first, second] = rest.filter((address) => address !== pool)
  const isWallet = OF_WALLET.has(intent) || names.length > 0 || words.length === 0
  if (wallet) return { pool, wallet, launch: first } as Slots
  return (isWallet ? { pool, wallet: first } : { pool, launch: first, wallet: second }) as Slots
}
