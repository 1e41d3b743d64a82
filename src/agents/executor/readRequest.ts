/** The account that executes, the minimum tip in wei, and the time to wait. */
export type Request = { executor: string; tipMin: bigint; seconds: number }

const SECONDS = 60
const SECONDS_MAX = 600
const TIP_MIN = 10n ** 14n
const WEI_DIGITS = 18

export const HELP = `I watch the open orders and propose the first execution that is ready. You sign it with your own wallet; I hold no key. Send the account that executes: \`watch 0x… min tip 0.0001 for ${SECONDS} seconds\`. Default: a tip of 0.0001 ETH, and ${SECONDS} seconds.`

/** The request in a message; undefined without an account. */
export function readRequest(text: string): Request | undefined {
  const executor = /\b0x[0-9a-fA-F]{40}\b/.exec(text)?.[0]
  if (!executor) return undefined
  const [, whole, fraction = ''] = /\btip\s+(\d{1,9})(?:\.(\d{1,18}))?/i.exec(text) ?? []
  const [, seconds] = /\b(\d{1,4})\s*s(?:econds?)?\b/i.exec(text) ?? []
  return {
    executor,
    tipMin: whole === undefined ? TIP_MIN : BigInt(whole + fraction.padEnd(WEI_DIGITS, '0')),
    seconds: Math.min(Number(seconds ?? SECONDS), SECONDS_MAX),
  }
}
