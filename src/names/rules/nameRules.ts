import { normalize } from 'viem/ens'
import * as UntrustedText from '#core/UntrustedText.ts'

/** Characters of the longest name that is asked for. */
export const NAME_MAX = 255
/** Characters of the longest name that a page can show next to an address. */
const SHOWN_MAX = 64
/** Also with letters that look like digits. */
const LIKE_ADDRESS = /^(0x[0-9a-f]*|[0o]x[0-9a-foil]{4,})$/
const SYMBOLS = /[^\p{L}\p{N}]/gu

/** The name as ENSIP-15 writes it; undefined if it may not exist, such as with letters of mixed scripts. */
export function normalName(text: string): string | undefined {
  if (text.length > NAME_MAX || !isQualified(text)) return undefined
  try {
    return normalize(text)
  } catch {
    return undefined
  }
}

/**
 * Whether a page may show a name that its owner chose. It is refused if it is not in its normal form, is long, hides
 * characters, or reads like an address.
 */
export function isPresentable(name: string): boolean {
  if (name.length > SHOWN_MAX || normalName(name) !== name) return false
  return UntrustedText.oneLine(name) === name && !name.split('.').some(isLikeAddress)
}

/** A symbol in a label may look like the omitted part of an address. */
function isLikeAddress(label: string): boolean {
  return LIKE_ADDRESS.test(label.replaceAll(SYMBOLS, ''))
}

/** A single word may be mistaken for a word of the page. */
function isQualified(text: string): boolean {
  const labels = text.split('.')
  return labels.length > 1 && labels.every((label) => label !== '')
}
