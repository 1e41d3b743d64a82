import { type Address, getAddress, type Hex, hexToNumber, size, slice } from 'viem'

/** The immutable terms of a launch. */
export type Terms = { feeHolder: Address; openingSeconds: number; lockDays: number; createdAt: number }

const SYMBOL_LENGTH_AT = 65
const HOLDER_AT = 66
const OPENING_AT = 86
const LOCK_AT = 88
const SYMBOL_AT = 90
const TIME_SIZE = 5
const TERMS_FLAG = 0x80

/** The terms in a token's code, as `TokenCode.sol` writes them; undefined for a launch without any. */
export function termsIn(code: Hex): Terms | undefined {
  if (size(code) < SYMBOL_AT + TIME_SIZE) return undefined
  const number = (from: number, to: number) => hexToNumber(slice(code, from, to))
  if (number(SYMBOL_LENGTH_AT, SYMBOL_LENGTH_AT + 1) < TERMS_FLAG) return undefined
  return {
    feeHolder: getAddress(slice(code, HOLDER_AT, OPENING_AT)),
    openingSeconds: number(OPENING_AT, LOCK_AT),
    lockDays: number(LOCK_AT, SYMBOL_AT),
    createdAt: number(size(code) - TIME_SIZE, size(code)),
  }
}
