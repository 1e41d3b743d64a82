import { parseSiweMessage } from 'viem/siwe'
import { type Effects, merge, type Scene, type Warning } from './Effects.ts'

/** Explains a Sign-In with Ethereum message (EIP-4361); undefined for any other text. */
export function explainSignIn(text: string, { now, signer }: Pick<Scene, 'now' | 'signer'>): Effects | undefined {
  const { domain, address, uri, chainId, nonce, version, expirationTime } = parseSiweMessage(text)
  if (!domain || !address || !uri || !chainId || !nonce || !version) return undefined
  const warnings: Warning[] = []
  if (!isWithin(uri, domain))
    warnings.push({ code: 'OTHER_SITE', message: `The message names ${domain} but signs in to ${uri}.` })
  if (signer !== undefined && address.toLowerCase() !== signer.toLowerCase())
    warnings.push({ code: 'OTHER_OWNER', message: `The message is for ${address}, not for the signer.` })
  if (expirationTime && expirationTime.getTime() < Number(now) * 1000)
    warnings.push({ code: 'EXPIRED', message: `The message expired at ${expirationTime.toISOString()}.` })
  const sentence = `Signs in to ${domain} as ${address} on chain ${chainId}. It moves no funds.`
  return merge([{ sentences: [sentence], warnings }])
}

function isWithin(uri: string, domain: string): boolean {
  return URL.parse(uri)?.host === domain.toLowerCase()
}
