import { holdsSecret } from '../topics/statics.ts'

const HEX_KEY = /(?<![0-9a-z])(?:0x)?[0-9a-f]{64}(?![0-9a-z])/i
const EXTENDED_KEY = /\b[xyz]prv[0-9A-Za-z]{50,}/
const HAN_PHRASE = /(?:\p{Script=Han}[\s,]+){11}\p{Script=Han}/u
const PHRASE_WORDS = 12
/** Words of sentences that no English recovery phrase has. */
const SENTENCE_WORDS = new Set(
  [
    'the and for with from are was has have how does which would could should please',
    'que los las del por para con una como cual esta der die das und ist den dem ein eine für mit von wie',
    'les des est une pour avec dans che per gli sono não uma',
  ]
    .join(' ')
    .split(' '),
)

/**
 * Whether a message may contain a private key or recovery phrase, in any language. Strict, because a message to a model
 * cannot be taken back; a pool id or the hash of a transaction has the form of a key.
 */
export function mayHoldSecret(text: string): boolean {
  return [holdsSecret(text), HEX_KEY.test(text), EXTENDED_KEY.test(text), HAN_PHRASE.test(text), isPhrase(text)].some(
    Boolean,
  )
}

/** Twelve words in a row of three to eight letters, as in the lists of BIP-39; numbers between them do not count. */
function isPhrase(text: string): boolean {
  let run = 0
  for (const [word] of text
    .toLowerCase()
    .normalize('NFC')
    .matchAll(/\p{L}+/gu)) {
    run = word.length >= 3 && word.length <= 8 && !SENTENCE_WORDS.has(word) ? run + 1 : 0
    if (run >= PHRASE_WORDS) return true
  }
  return false
}
