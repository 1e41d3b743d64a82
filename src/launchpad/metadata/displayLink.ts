import * as UntrustedText from '#core/UntrustedText.ts'

const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u]
const PLAIN = /^[a-z0-9-]+$/

/** A link as it is shown: a host that mixes scripts, or imitates a Latin one, is written in punycode. */
export function displayLink(text: string): string {
  const host = /^https:\/\/([^/?#:]+)/iu.exec(text)?.[1] ?? ''
  return host.split('.').some(isDeceiving) ? (URL.parse(text)?.href ?? text) : text
}

function isDeceiving(label: string): boolean {
  const plain = label.toLowerCase()
  if (PLAIN.test(plain)) return false
  const scripts = SCRIPTS.filter((script) => script.test(label)).length
  return scripts > 1 || PLAIN.test(UntrustedText.fold(label))
}
