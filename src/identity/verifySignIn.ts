import { type Hex, hashMessage, isAddressEqual, recoverAddress, size } from 'viem'
import { z } from 'zod'
import { none } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import * as Id from '#core/Id.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Address, Timestamp } from '#core/wire.ts'
import { transaction } from '#database/transaction.ts'
import { type EthCall, isContractSignature } from './contractSignature.ts'
import * as Developers from './Developers.ts'
import * as Nonce from './Nonce.ts'
import * as SessionToken from './SessionToken.ts'
import * as SiweMessage from './SiweMessage.ts'
import * as Subject from './Subject.ts'

type SignIn = {
  developers: Developers.Developers
  signer: SessionToken.Signer
  nonceSecrets: readonly Uint8Array[]
  origins: readonly string[]
  call: EthCall
  takeGlobally(bucket: 'signups'): void | Promise<void>
  now(): number
}

const Signature = z
  .string()
  .regex(/^0x([0-9a-fA-F]{2}){0,4096}$/, 'must be 0x followed by the bytes of the signature')
  .transform((value) => value as Hex)
  .meta({
    description: 'The result of personal_sign; for a contract wallet, a signature that its EIP-1271 check accepts.',
  })

export function verifySignIn(signIn: SignIn): Operation {
  return define({
    name: 'verifySignIn',
    method: 'POST',
    path: '/api/auth/siwe/verify',
    tag: 'identity',
    summary: 'Exchange a signed Sign-In with Ethereum message for a session token.',
    description:
      'The first sign-in of a wallet registers it as a developer. A contract wallet is checked by EIP-1271 on the chain of its message, and identified by chain and address.',
    access: none,
    limit: 'auth',
    errors: ['unauthenticated', 'unavailable'],
    maxBodyBytes: 16 * 1024,
    request: z.strictObject({ message: z.string().min(1).max(4096), signature: Signature }),
    response: z.object({ token: z.string(), expiresAt: Timestamp, address: Address }),
    async handle({ message, signature }) {
      const fields = SiweMessage.parse(message)
      const issuedAt = signIn.now()
      checkFreshness(fields, signIn, issuedAt)
      const subject = await subjectOf(fields, { hash: hashMessage(message), signature }, signIn.call)
      await register(fields.nonce, subject, signIn)
      const token = await SessionToken.sign(signIn.signer, { subject, tokenId: Id.create('sess'), issuedAt })
      return { token, expiresAt: new Date(issuedAt + SessionToken.LIFETIME_MS), address: fields.address }
    },
  })
}

function checkFreshness(message: SiweMessage.SiweMessage, { nonceSecrets, origins }: SignIn, now: number): void {
  SiweMessage.check(message, { origins, now, ageMsMax: Nonce.LIFETIME_MS })
  const birth = Nonce.birthOf(message.nonce, nonceSecrets)
  if (birth === undefined || Math.abs(now - birth) > Nonce.LIFETIME_MS)
    throw refused('the nonce is unknown or too old; POST /api/auth/siwe/nonce issues one')
}

/** The signer: the wallet by its own key, or the contract at its address on the chain of the message. */
async function subjectOf(
  message: SiweMessage.SiweMessage,
  proof: { hash: Hex; signature: Hex },
  call: EthCall,
): Promise<string> {
  const { address, chainId } = message
  const signer = size(proof.signature) === 65 ? await recoverAddress(proof).catch(() => undefined) : undefined
  if (signer && isAddressEqual(signer, address)) return Subject.ofWallet(address)
  if (await isContractSignature(call, { chainId, address, ...proof })) return Subject.ofContract(chainId, address)
  throw refused('the signature was not made by the address in the message')
}

/** Spends the nonce and registers the developer in one transaction. */
async function register(nonce: string, subject: string, { developers, takeGlobally }: SignIn): Promise<void> {
  const isNew = (await Developers.idOf(developers, subject)) === undefined
  if (isNew) await takeGlobally('signups')
  await transaction(developers, async (tx) => {
    if (!(await Developers.spendNonce(tx, nonce)))
      throw refused('the nonce has been used; POST /api/auth/siwe/nonce issues another')
    if (isNew) await Developers.register(tx, subject)
  })
}

function refused(reason: string): ApiError {
  return new ApiError('unauthenticated', `Sign-in refused: ${reason}.`)
}
