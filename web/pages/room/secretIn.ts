const API_KEY = /svc_sk_[0-9A-Za-z]{20,}/
const PRIVATE_KEY = /(?<![0-9a-zA-Z])[0-9a-f]{64}(?![0-9a-zA-Z])/i
/** The shortest seed phrase. */
const WORDS_MIN = 12
const PHRASE = /(?:\b[a-z]{3,8}\b[^a-z]+){11}\b[a-z]{3,8}\b/i

/** The kind of secret a text seems to hold. The service checks again, but a secret it refuses has left the browser. */
export async function secretIn(text: string): Promise<string | undefined> {
  if (API_KEY.test(text)) return 'an API key'
  if (PRIVATE_KEY.test(text)) return 'a private key'
  return PHRASE.test(text) && (await hasSeedPhrase(text)) ? 'a seed phrase' : undefined
}

/** The word list is loaded only for a text with enough words. */
async function hasSeedPhrase(text: string): Promise<boolean> {
  const { SEED_WORDS } = await import('./seedWords.ts')
  let run = 0
  for (const [word] of text.toLowerCase().matchAll(/[a-z]+/g)) {
    run = SEED_WORDS.has(word) ? run + 1 : 0
    if (run >= WORDS_MIN) return true
  }
  return false
}
