import { type Address, zeroAddress } from 'viem'
import type { Approval, Effects, Rule, Scene, Warning } from './Effects.ts'
import { accountOf, amountOf, dateOf, deadlineWarnings, recipientWarnings, tokenOf } from './words.ts'

/** An allowance from this amount on counts as unlimited. */
const UNLIMITED = 2n ** 128n

/** The effects of an approval, in a transaction or by a signature. */
export function approving(scene: Scene, approvals: readonly Approval[]): Partial<Effects> {
  return {
    approvals,
    sentences: approvals.map((approval) => sentenceOf(scene, approval)),
    warnings: approvals.flatMap((approval) => warningsOf(scene, approval)),
  }
}

function sentenceOf(scene: Scene, { token, spender, amount, tokenId, until }: Approval): string {
  const end = until === undefined ? '' : ` until ${dateOf(until)}`
  const who = accountOf(scene, spender)
  if (tokenId !== undefined) return `Lets ${who} move position ${tokenId} of ${accountOf(scene, token)}${end}.`
  if (amount === undefined) return `Lets ${who} move every position of ${accountOf(scene, token)}${end}.`
  if (amount === 0n) return `Revokes the allowance of ${who} for ${tokenOf(scene, token)}.`
  if (amount >= UNLIMITED) return `Lets ${who} take any amount of ${tokenOf(scene, token)}${end}.`
  return `Lets ${who} take up to ${amountOf(scene, token, amount)}${end}.`
}

function warningsOf(scene: Scene, { spender, amount, tokenId, until }: Approval): Warning[] {
  const warnings: Warning[] = []
  const isUnlimited = tokenId === undefined && (amount === undefined || amount >= UNLIMITED)
  if (isUnlimited) {
    const message = `${spender} can take everything, now and later. Approve only the amount that is needed.`
    warnings.push({ code: 'UNLIMITED_APPROVAL', message })
  }
  if (!scene.book.has(spender) && amount !== 0n) {
    const message = `${spender} is an unknown contract. It can take what is approved at any time.`
    warnings.push({ code: 'UNKNOWN_SPENDER', message })
  }
  return until === undefined ? warnings : [...warnings, ...deadlineWarnings(scene, until)]
}

type PermitDetails = { token: Address; amount: bigint; expiration: number | bigint }

/** The allowances of a Permit2 message. */
export function permitted(details: readonly PermitDetails[], spender: Address): Approval[] {
  return details.map(({ token, amount, expiration }) => ({ token, spender, amount, until: BigInt(expiration) }))
}

/** The rules of ERC-20 tokens. */
export const tokenRules: Record<string, Rule> = {
  approve: ({ spender, amount }, scene) =>
    approving(scene, [{ token: scene.to, spender: spender as Address, amount: amount as bigint }]),
  transfer: ({ to, amount }, scene) => sending(scene, to as Address, amount as bigint),
  transferFrom({ from, to, amount }, scene) {
    if (from === scene.signer) return sending(scene, to as Address, amount as bigint)
    const moved = amountOf(scene, scene.to, amount as bigint)
    const sentence = `Moves ${moved} from ${accountOf(scene, from as Address)} to ${accountOf(scene, to as Address)}.`
    return { sentences: [sentence] }
  },
  permit: ({ spender, value, deadline }, scene) =>
    approving(scene, [
      { token: scene.to, spender: spender as Address, amount: value as bigint, until: deadline as bigint },
    ]),
}

function sending(scene: Scene, recipient: Address, amount: bigint): Partial<Effects> {
  return {
    pay: [{ token: scene.to, atMost: amount }],
    sentences: [`Sends ${amountOf(scene, scene.to, amount)} to ${accountOf(scene, recipient)}.`],
    warnings: recipientWarnings(scene, recipient),
  }
}

/** The rules of the wrapped native currency. */
export const wrappedRules: Record<string, Rule> = {
  ...tokenRules,
  deposit: (_, scene) => ({
    receive: [{ token: scene.to, atLeast: scene.value, recipient: scene.signer }],
    sentences: [`Wraps ${amountOf(scene, zeroAddress, scene.value)}.`],
  }),
  withdraw: ({ amount }, scene) => ({
    pay: [{ token: scene.to, atMost: amount as bigint }],
    receive: [{ token: zeroAddress, atLeast: amount as bigint, recipient: scene.signer }],
    sentences: [`Unwraps ${amountOf(scene, scene.to, amount as bigint)}.`],
  }),
}

type Batch = { details: PermitDetails | readonly PermitDetails[]; spender: Address; sigDeadline: bigint }

/** The rules of Permit2. */
export const permit2Rules: Record<string, Rule> = {
  approve: ({ token, spender, amount, expiration }, scene) =>
    approving(scene, permitted([{ token, amount, expiration } as PermitDetails], spender as Address)),
  permit: ({ single, batch }, scene) => permitting((single ?? batch) as Batch, scene),
}

/** A Permit2 message with its signature. */
export function permitting({ details, spender, sigDeadline }: Batch, scene: Scene): Partial<Effects> {
  const list = Array.isArray(details) ? (details as readonly PermitDetails[]) : [details as PermitDetails]
  const effects = approving(scene, permitted(list, spender))
  return { ...effects, warnings: [...(effects.warnings ?? []), ...deadlineWarnings(scene, sigDeadline)] }
}

/** The rules that every position manager shares. */
export const positionRules: Record<string, Rule> = {
  approve: ({ spender, tokenId }, scene) =>
    approving(scene, [{ token: scene.to, spender: spender as Address, amount: undefined, tokenId: tokenId as bigint }]),
  setApprovalForAll: ({ operator, approved }, scene) =>
    approving(scene, [{ token: scene.to, spender: operator as Address, amount: approved === true ? undefined : 0n }]),
  transferFrom: giving,
  safeTransferFrom: giving,
}

function giving({ to, tokenId }: Readonly<Record<string, unknown>>, scene: Scene): Partial<Effects> {
  return {
    sentences: [`Transfers position ${tokenId} with everything in it to ${accountOf(scene, to as Address)}.`],
    warnings: [{ code: 'POSITION_GIVEN_AWAY', message: `${to} becomes the owner of position ${tokenId}.` }],
  }
}
