import {
  type Address,
  compactSignatureToSignature,
  type Hex,
  hashTypedData,
  parseCompactSignature,
  recoverAddress,
  serializeSignature,
} from 'viem'
import { z } from 'zod'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import type { BuiltMessage, Grant } from '#core/Statement.ts'
import { Address as AddressCodec } from '#core/wire.ts'
import type { PermitBatch } from '#liquidity/calldata/permit2.ts'
import { capped, type Spending, withHeadroom } from './Approval.ts'

const PERMIT_SECONDS = 30n * 24n * 60n * 60n
/** The lifetime of a signature that is not used. */
export const SIGNATURE_SECONDS = 30n * 60n

const TYPES = {
  PermitBatch: [
    { name: 'details', type: 'PermitDetails[]' },
    { name: 'spender', type: 'address' },
    { name: 'sigDeadline', type: 'uint256' },
  ],
  PermitDetails: [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint160' },
    { name: 'expiration', type: 'uint48' },
    { name: 'nonce', type: 'uint48' },
  ],
} as const

const NFT_TYPES = {
  Permit: [
    { name: 'spender', type: 'address' },
    { name: 'tokenId', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

const uint = (bits: bigint) =>
  z
    .union([z.string().regex(/^[0-9]{1,78}$/, 'must be digits only'), z.int().min(0)])
    .refine((value) => /^[0-9]+$/.test(String(value)) && BigInt(value) < 1n << bits, `must be below 2^${bits}`)
    .transform((value) => BigInt(value))
const Field = z.object({ name: z.string(), type: z.string() })

/** A permit as check_approval returned it, or as a client prepared it for signing. */
export const PermitInput = z
  .object({
    domain: z.looseObject({
      name: z.string().optional(),
      chainId: z.union([z.string(), z.int()]).optional(),
      verifyingContract: AddressCodec,
    }),
    types: z.record(z.string(), z.union([z.array(Field), z.object({ fields: z.array(Field) })])).optional(),
    values: z.object({
      details: z
        .array(z.object({ token: AddressCodec, amount: uint(160n), expiration: uint(48n), nonce: uint(48n) }))
        .min(1, 'must name at least one token')
        .max(2, 'must name at most two tokens'),
      spender: AddressCodec,
      sigDeadline: uint(256n),
    }),
  })
  .meta({ id: 'SignedPermitData', description: 'The permit from check_approval, unchanged or prepared for signing.' })

export const Signature = z
  .string()
  .regex(/^0x([0-9a-fA-F]{2}){64,1024}$/, 'must be 0x and the bytes of a signature')
  .transform((value) => value as Hex)

/** The batch that allows `spender` to take the spendings for thirty days. */
export function permitFor(spendings: readonly Spending[], spender: Address, now: bigint): PermitBatch {
  return {
    details: spendings.map(({ holding, amount }) => ({
      token: holding.token.address,
      amount: capped(withHeadroom(amount)),
      expiration: now + PERMIT_SECONDS,
      nonce: holding.permit.nonce,
    })),
    spender,
    sigDeadline: now + SIGNATURE_SECONDS,
  }
}

/** The allowances that the batch must grant. */
export function grantsFor(spendings: readonly Spending[], spender: Address, now: bigint): Grant[] {
  return spendings.map(({ holding, amount }) => ({
    token: holding.token.address,
    spender,
    amount: capped(withHeadroom(amount)),
    until: permitExpiration(now),
  }))
}

/** When an approval at Permit2 made now ends. */
export function permitExpiration(now: bigint): bigint {
  return now + PERMIT_SECONDS
}

/** The batch in its specified wire format. */
export function toWire({ details, spender, sigDeadline }: PermitBatch, { enumName, permit2 }: ChainFacts) {
  return {
    domain: { name: 'Permit2', chainId: enumName, verifyingContract: permit2 },
    types: { PermitBatch: { fields: [...TYPES.PermitBatch] }, PermitDetails: { fields: [...TYPES.PermitDetails] } },
    values: {
      details: details.map(({ token, amount, expiration, nonce }) => ({
        token,
        amount: amount.toString(),
        expiration: expiration.toString(),
        nonce: nonce.toString(),
      })),
      spender,
      sigDeadline: sigDeadline.toString(),
    },
  }
}

/** The permit that lets `spender` move a v3 position. */
export function nftPermit(
  { positionId, nonce, spender }: { positionId: bigint; nonce: bigint; spender: Address },
  { id, uniswap }: ChainFacts,
  now: bigint,
) {
  return {
    domain: {
      name: 'Uniswap V3 Positions NFT-V1',
      version: '1',
      chainId: id,
      verifyingContract: uniswap.v3?.positionManager ?? '0x',
    },
    types: { Permit: { fields: [...NFT_TYPES.Permit] } },
    values: {
      spender,
      tokenId: Number(positionId),
      nonce: nonce.toString(),
      deadline: (now + SIGNATURE_SECONDS).toString(),
    },
  }
}

type WirePermit = {
  readonly domain: Readonly<Record<string, unknown>>
  readonly types: Readonly<Record<string, { readonly fields: readonly { name: string; type: string }[] }>>
  readonly values: Readonly<Record<string, unknown>>
}

/** A permit of the wire format as a wallet signs it. */
export function toTypedData({ domain, types, values }: WirePermit, chainId: number): BuiltMessage['typedData'] {
  const [primaryType = ''] = Object.keys(types)
  const unwrapped = Object.entries(types).map(([name, { fields }]) => [name, fields] as const)
  return { domain: { ...domain, chainId }, types: Object.fromEntries(unwrapped), primaryType, message: values }
}

/** The hash that a wallet signs for this batch. */
export function hashOf(batch: PermitBatch, { id, permit2 }: ChainFacts): Hex {
  const details = batch.details.map((detail) => ({
    ...detail,
    expiration: Number(detail.expiration),
    nonce: Number(detail.nonce),
  }))
  return hashTypedData({
    domain: { name: 'Permit2', chainId: id, verifyingContract: permit2 },
    types: TYPES,
    primaryType: 'PermitBatch',
    message: { ...batch, details },
  })
}

/** The signature with a recovery id of 27 or 28, which contracts expect; some signers use 0 and 1. */
export function countedFrom27(signature: Hex): Hex {
  if (signature.length !== 132) return signature
  if (signature.endsWith('00')) return `${signature.slice(0, -2)}1b` as Hex
  return signature.endsWith('01') ? (`${signature.slice(0, -2)}1c` as Hex) : signature
}

/** The account whose key made the signature; undefined if it is not an ECDSA signature. */
export async function signerOf(hash: Hex, signature: Hex): Promise<Address | undefined> {
  try {
    const isCompact = signature.length === 130
    const full = isCompact
      ? serializeSignature(compactSignatureToSignature(parseCompactSignature(signature)))
      : signature
    return await recoverAddress({ hash, signature: full })
  } catch {
    return undefined
  }
}
