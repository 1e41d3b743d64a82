import { isAddressEqual, recoverTypedDataAddress } from 'viem'
import { invalidField } from '#core/ApiError.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'

/** Half of the order of the curve: the chain refuses a signature with a higher `s`. */
const S_MAX = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
const FORM = /^0x[0-9a-f]{64}([0-9a-f]{64})(1b|1c)$/

/** Refuses what the chain would refuse: `field` names it in the error. */
export async function requireSignature(
  field: string,
  signed: Delegation.SignedDelegation,
  chainId: number,
): Promise<void> {
  const { message, ...typed } = Delegation.typedData(signed, chainId)
  const data = { ...typed, message: { ...message, salt: signed.salt }, signature: signed.signature }
  const signer = await recoverTypedDataAddress(data).catch(() => undefined)
  if (!signer || !isAddressEqual(signer, signed.delegator))
    throw invalidField(field, `must be signed by its owner ${signed.delegator} for chain ${chainId}`)
  const [, s] = FORM.exec(signed.signature) ?? []
  if (s === undefined || BigInt(`0x${s}`) > S_MAX)
    throw invalidField(field, 'must have a signature of 65 bytes with a low s, whose last byte is 1b or 1c')
}
