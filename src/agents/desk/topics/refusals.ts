import { byWords, type Topic } from '#agents/desk/Topic.ts'

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

const secret: Topic = {
  name: 'secret',
  match: ({ plain }) => (SECRET_WORDS.test(plain) ? 20 : 0),
  answer: () => ({
    text: 'I do not want it, I do not use it and I will not repeat it. Anyone who has read that key can take everything it controls: treat it as lost. Now: make a new wallet, move everything to it, and never send a private key or seed phrase to anyone, me included. I only ever need an address.',
  }),
}

const sign: Topic = {
  name: 'sign',
  match: byWords([
    /^(please )?(sign|send|submit|broadcast|execute) (it|this|that)\b|\b(can|could|will|would|please)? ?(you|u) (sign|send|submit|broadcast|execute)\b|\bsign (it|this|that) for me\b/,
    9,
  ]),
  answer: () => ({
    text: 'No. I hold no key and nothing here can sign or send: the service has no signer at all. I build the unsigned transaction; you look at it and sign it in your own wallet.',
  }),
}

const transfer: Topic = {
  name: 'transfer',
  match: byWords(
    [/\b(ignore|forget|disregard)\b.*\b(rules|instructions|prompt)\b/, 15],
    [/\b(send|transfer|wire|pay)\b.*\b(eth|ether|to|funds|tokens?)\b/, 8],
  ),
  answer: () => ({
    text: 'No. My rules do not change by message, and I cannot send anything: I have no key and the service has no signer. I can build unsigned trades, launches and liquidity transactions, which only your own wallet can sign.',
  }),
}

const elsewhere: Topic = {
  name: 'elsewhere',
  match: byWords(
    [/\b(long|short|leverage|perps?|perpetuals?|futures|options|margin|\d+x)\b/, 8],
    [/\b(bridge|nft|borrow|lend|stake|staking|btc|bitcoin|solana|weather|news|joke)\b/, 6],
  ),
  answer: () => ({
    text: 'I do not do that: no leverage, derivatives, bridges, lending or other chains\' coins. The nearest I can do is quote a launched token, or build a Uniswap position for you to sign. Say "help" for examples.',
  }),
}

export const refusalTopics: readonly Topic[] = [secret, sign, transfer, elsewhere]
