import {
  type ContractFunctionArgs,
  type ContractFunctionReturnType,
  decodeFunctionResult,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
  type Hex,
} from 'viem'
import { LENS_ABI, LENS_CODE } from './lens.generated.ts'

type Abi = typeof LENS_ABI
export type LensName = keyof typeof LENS_CODE
export type LensArgs<Name extends LensName> = ContractFunctionArgs<Abi, 'view', Name>
export type LensAnswer<Name extends LensName> = ContractFunctionReturnType<Abi, 'view', Name>

/** The data of an `eth_call` without receiver that runs a lens: its creation code, then its arguments. */
export function encode<Name extends LensName>(name: Name, args: LensArgs<Name>): Hex {
  const parameters = { abi: LENS_ABI, functionName: name, args } as unknown as EncodeFunctionDataParameters
  const code: Hex = LENS_CODE[name]
  return `${code}${encodeFunctionData(parameters).slice(10)}`
}

export function decode<Name extends LensName>(name: Name, data: Hex): LensAnswer<Name> {
  return decodeFunctionResult({ abi: LENS_ABI, functionName: name as LensName, data }) as LensAnswer<Name>
}

const SYMBOL_LENGTH_MAX = 16

/** The text of a bytes32 whose last byte is its length, as the token has it. */
export function rawSymbol(word: Hex): string {
  return bytesOf(word).toString('utf8')
}

/** The same for display. The character set is deliberately too small for a sentence. */
export function symbolOf(word: Hex): string {
  return bytesOf(word)
    .toString('latin1')
    .replaceAll(/[^\w.$+-]/g, '')
    .slice(0, SYMBOL_LENGTH_MAX)
}

function bytesOf(word: Hex): Buffer {
  const bytes = Buffer.from(word.slice(2), 'hex')
  return bytes.subarray(0, Math.min(bytes[31] ?? 0, 31))
}
