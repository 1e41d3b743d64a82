import type { Topic } from '#agents/desk/Topic.ts'
import texts from '#agents/desk/texts.json' with { type: 'json' }

const SECRET_WORDS = /\b(private key|secret key|seed phrase|seed|mnemonic|recovery phrase|my key is)\b/
const HEX_KEY = /(?:0x)?[0-9a-f]{64}/i
const MANY_WORDS = /(?:\b[a-z]{3,8}\b[ ,]+){11}\b[a-z]{3,8}\b/

/** Whether a message hands over a private key or seed phrase. */
export function holdsSecret(text: string): boolean {
  const lower = text.toLowerCase()
  return (
    /svc_sk_[0-9A-Za-z]{20,}/.test(text) || (SECRET_WORDS.test(lower) && (HEX_KEY.test(text) || MANY_WORDS.test(lower)))
  )
}

/** Answers that hold for every token, pool and caller. */
export const staticTopics: readonly Topic[] = Object.entries(texts).map(([name, text]) => ({
  name,
  answer: ({ directory }) => ({ text: text.replaceAll('{baseUrl}', directory.baseUrl) }),
}))
