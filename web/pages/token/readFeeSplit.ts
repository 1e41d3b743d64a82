import { getAddress } from 'viem/utils'
import { rpc } from '../../wallet/rpc.ts'

export type SplitShare = { account: string; bps: number }

/** `shares()` of a fee split. */
const SHARES = '0x03314efa'
const WORD = 64

/** The accounts of a fee split and their shares; undefined where the address is not one. */
export async function readFeeSplit(address: string): Promise<SplitShare[] | undefined> {
  const code = await rpc<string>('eth_getCode', [address, 'latest'])
  if (code === '0x') return undefined
  const answer = await rpc<string>('eth_call', [{ to: address, data: SHARES }, 'latest']).catch(() => '0x')
  return sharesOf(answer)
}

/** The answer of `shares()`: two lists of the same length; undefined where it is anything else. */
export function sharesOf(answer: string): SplitShare[] | undefined {
  const words = answer.slice(2).match(/.{64}/g) ?? []
  const listAt = (word: number) => {
    const start = Number(`0x${words[word] ?? 'f'.repeat(WORD)}`) / 32
    const length = Number(`0x${words[start] ?? '0'}`)
    return words.slice(start + 1, start + 1 + length)
  }
  const accounts = listAt(0)
  const parts = listAt(1)
  if (accounts.length === 0 || accounts.length !== parts.length) return undefined
  return accounts.map((word, index) => ({
    account: getAddress(`0x${word.slice(24)}`),
    bps: Number(`0x${parts[index]}`),
  }))
}
