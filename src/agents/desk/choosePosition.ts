import { isSame, type Token } from './Directory.ts'
import { feePercent, units } from './numbers.ts'
import { type Json, read } from './Service.ts'
import { ask, type Desk, type Reply } from './Topic.ts'

const PAGES_MAX = 8
const SHOWN = 12
export const ASK_WALLET = 'Whose? Send the address of the wallet ("my wallet is 0x…"); I never need a key.'

export async function positionsOf({ service, directory }: Desk, wallet: string): Promise<Json[]> {
  const found: Json[] = []
  let cursor: string | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = `owner=${wallet}&chainId=${directory.chainId}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`
    const answer = await read(service, `/api/liquidity/positions?${query}`)
    found.push(...answer.positions)
    cursor = answer.nextCursor
    if (!cursor) break
  }
  return found
}

export const walletOf = ({ slots, memory }: Desk) => slots.wallet ?? memory.wallet

/** Whether this is a reply instead of a position. */
export const isReply = (found: Json): found is Reply => typeof found.text === 'string'

/** The one position a question is about, by its number or as the only one that fits; otherwise a question back. */
export async function choosePosition(desk: Desk): Promise<Json | Reply> {
  const wallet = walletOf(desk)
  if (!wallet) return ask(ASK_WALLET, 'wallet')
  const all = await positionsOf(desk, wallet)
  const { positionId: id, protocol } = desk.slots
  if (!id) return onlyOne(desk, all)
  const numbered = all.filter(({ tokenId }) => tokenId === id)
  const protocols = [...new Set(numbered.map((one) => one.protocol))]
  if (protocols.length > 1 && !protocol)
    return ask(`There is a v3 and a v4 position ${id} of ${wallet}. Which one: v3 or v4?`, 'protocol')
  const found = numbered.filter((one) => !protocol || one.protocol === protocol)
  const wantsPermissioned = /\bpermissioned|kyc\b/.test(desk.question.plain)
  const position = found.find(({ isPermissioned = false }) => isPermissioned === wantsPermissioned) ?? found[0]
  if (position) return position
  const where = protocol ? ` on ${protocol}` : ''
  return { text: `${wallet} has no position ${id}${where} here. "What are my positions" lists them.` }
}

/** Without a number: the only position of the pair, fee and version that the sentence names. */
function onlyOne({ question, slots, directory }: Desk, all: readonly Json[]): Json | Reply {
  const { tokens } = question.tokens.length > 0 ? question : { tokens: [] }
  const fitting = all.filter(
    (one) =>
      (slots.protocol ?? one.protocol) === one.protocol &&
      (slots.fee ?? one.fee) === one.fee &&
      tokens.every((token) => holds(one, token)),
  )
  const [only] = fitting
  if (only && fitting.length === 1) return only
  if (all.length === 0) return { text: `That wallet has no v2, v3 or v4 position on chain ${directory.chainId}.` }
  const shown = fitting.length > 0 ? fitting : all
  const lines = shown.slice(0, SHOWN).map((one) => `- ${nameOf(one)}`)
  return ask(['Which position? Send its number, or the version and the pair:', ...lines].join('\n'), 'positionId')
}

function holds({ token0, token1 }: Json, token: Token): boolean {
  const isIt = (own: Json) =>
    isSame(own.address, token.address) || own.symbol.replace(/^W(?=ETH$)/, '') === token.symbol
  return isIt(token0) || isIt(token1)
}

/** `V3 #4 WETH/DUSD 0.3%`. */
export function nameOf({ protocol, tokenId, token0, token1, fee }: Json): string {
  return `${protocol}${tokenId ? ` #${tokenId}` : ''} ${token0.symbol}/${token1.symbol} ${feePercent(fee)}`
}

export function pairWords(amounts: Json, { token0, token1 }: Json): string {
  const words = (amount: Json, token: Json) => `${units(amount.amount, token.decimals)} ${token.symbol}`
  return `${words(amounts.token0, token0)} and ${words(amounts.token1, token1)}`
}

/** The request fields that identify a position. */
export function callFields({ protocol, token0, token1, tokenId, isPermissioned }: Json): Json {
  return {
    protocol,
    token0Address: token0.address,
    token1Address: token1.address,
    ...(tokenId && { nftTokenId: tokenId }),
    ...(isPermissioned && { permissioned: true }),
  }
}
