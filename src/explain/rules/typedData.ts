import { type Address, getAddress, isAddress, isHex } from 'viem'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import { approving, permitting } from './approvals.ts'
import { type Effects, merge, type Scene } from './Effects.ts'
import { delegating } from './mandates.ts'
import { isOrder, ordering } from './orders.ts'
import { dateOf, deadlineWarnings, tokenOf } from './words.ts'

type Field = { readonly name: string; readonly type: string }

/** EIP-712 typed data as a wallet gets it. */
export type TypedData = {
  readonly domain: { readonly chainId?: unknown; readonly verifyingContract?: unknown }
  readonly types: Readonly<Record<string, readonly Field[]>>
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
}

const DETAILS = 'address token,uint160 amount,uint48 expiration,uint48 nonce'
const PERMIT = 'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline'
const NFT_PERMIT = 'address spender,uint256 tokenId,uint256 nonce,uint256 deadline'
const DELEGATION = 'address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt'
const METADATA = 'address token,bytes32 contentHash,uint256 expiry'

type Message = Readonly<Record<string, unknown>>
type Form = {
  readonly name: string
  readonly types: Readonly<Record<string, string>>
  /** Whether the message belongs to the contract at this address. */
  isFor(contract: Address, scene: Scene): boolean
  explain(message: Message, scene: Scene): Partial<Effects>
}

const isPermit2 = (contract: Address, { facts }: Scene) => contract === facts.permit2
const hasKind = (kind: string) => (contract: Address, scene: Scene) => scene.book.get(contract)?.kind === kind

const FORMS: readonly Form[] = [
  {
    name: 'Permit2 permit',
    types: { PermitSingle: 'PermitDetails details,address spender,uint256 sigDeadline', PermitDetails: DETAILS },
    isFor: isPermit2,
    explain: (message, scene) => permitting(batchOf(message), scene),
  },
  {
    name: 'Permit2 batch permit',
    types: { PermitBatch: 'PermitDetails[] details,address spender,uint256 sigDeadline', PermitDetails: DETAILS },
    isFor: isPermit2,
    explain: (message, scene) => permitting(batchOf(message), scene),
  },
  {
    name: 'permit of a token (ERC-2612)',
    types: { Permit: PERMIT },
    isFor: (contract, { book, tokens }) => tokens.has(contract) && !book.has(contract),
    explain(message, scene) {
      const { spender, value, deadline, owner } = message
      const grant = { token: scene.to, spender: account(spender), amount: number(value), until: number(deadline) }
      const effects = approving(scene, [grant])
      const isOther = scene.signer !== undefined && account(owner) !== scene.signer
      const warning = { code: 'OTHER_OWNER', message: `The permit is for the tokens of ${owner}, not of the signer.` }
      return isOther ? { ...effects, warnings: [...(effects.warnings ?? []), warning] } : effects
    },
  },
  {
    name: 'permit of a v3 position',
    types: { Permit: NFT_PERMIT },
    isFor: hasKind('v3Manager'),
    explain: ({ spender, tokenId, deadline }, scene) =>
      approving(scene, [
        {
          token: scene.to,
          spender: account(spender),
          amount: undefined,
          tokenId: number(tokenId),
          until: number(deadline),
        },
      ]),
  },
  {
    name: 'metadata of a launch',
    types: { TokenMetadata: METADATA },
    isFor: hasKind('launchpad'),
    explain: ({ token, contentHash, expiry }, scene) => ({
      sentences: [
        `Sets the picture, description and links of ${tokenOf(scene, account(token))} to the content with the hash ${contentHash}, until ${dateOf(number(expiry))}. It moves no funds.`,
      ],
      warnings: deadlineWarnings(scene, number(expiry)),
    }),
  },
  {
    name: 'mandate or order (ERC-7710)',
    types: { Delegation: DELEGATION, Caveat: 'address enforcer,bytes terms' },
    isFor: hasKind('delegationManager'),
    explain: (message, scene) => (isOrder(message) ? ordering(message, scene) : delegating(message, scene)),
  },
]

export type ExplainedMessage = { readonly name: string | undefined; readonly effects: Effects }

/** Explains typed data. Only messages of exactly the known types, for the contract they belong to, are known. */
export function explainTypedData(data: TypedData, scene: Scene): ExplainedMessage {
  const form = FORMS.find((candidate) => hasTypes(data, candidate.types) && candidate.isFor(scene.to, scene))
  const warnings = chainWarnings(data, scene.facts)
  if (!form)
    return { name: undefined, effects: merge([{ sentences: UNKNOWN_SENTENCE, warnings: [...warnings, UNKNOWN] }]) }
  try {
    return { name: form.name, effects: merge([form.explain(data.message, scene), { warnings }]) }
  } catch {
    return { name: undefined, effects: merge([{ sentences: UNKNOWN_SENTENCE, warnings: [...warnings, UNKNOWN] }]) }
  }
}

const UNKNOWN_SENTENCE = ['Signs an unknown message.']
const UNKNOWN = {
  code: 'UNKNOWN_MESSAGE',
  message: 'The message is unknown. A signature can move funds: do not sign unless you know what it does.',
}

/** The contract that the message is for. */
export function verifyingContract({ domain }: TypedData): Address {
  return account(domain.verifyingContract)
}

/** The addresses in the message, which may be tokens. */
export function addressesInMessage({ message }: TypedData): Address[] {
  const texts = JSON.stringify(message).match(/(?<=")0x[0-9a-fA-F]{40}(?=")/g) ?? []
  return texts.map((text) => getAddress(text))
}

function hasTypes({ types, primaryType }: TypedData, expected: Form['types']): boolean {
  const [first] = Object.keys(expected)
  if (primaryType !== first) return false
  const names = Object.keys(types).filter((name) => name !== 'EIP712Domain')
  return (
    names.length === Object.keys(expected).length &&
    names.every((name) => types[name]?.map((field) => `${field.type} ${field.name}`).join() === expected[name])
  )
}

function chainWarnings({ domain }: TypedData, facts: ChainFacts) {
  if (domain.chainId !== undefined && Number(domain.chainId) === facts.id) return []
  const message = `The message is not bound to ${facts.name} (${facts.id}), so it may be valid on another chain.`
  return [{ code: 'OTHER_CHAIN', message }]
}

function batchOf({ details, spender, sigDeadline }: Message): Parameters<typeof permitting>[0] {
  const list = (Array.isArray(details) ? details : [details]) as Message[]
  return {
    details: list.map(({ token, amount, expiration }) => ({
      token: account(token),
      amount: number(amount),
      expiration: number(expiration),
    })),
    spender: account(spender),
    sigDeadline: number(sigDeadline),
  }
}

function account(value: unknown): Address {
  if (typeof value !== 'string' || !isAddress(value, { strict: false })) throw new Error('Not an address.')
  return getAddress(value)
}

function number(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'string' && (/^\d{1,78}$/.test(value) || isHex(value))) return BigInt(value)
  throw new Error('Not a number.')
}
