import { useEffect } from 'react'
import { createStore, useStore } from '../store.ts'
import { type TokenDetail, tokenUrl } from './launchpad.ts'
import { request } from './request.ts'

type TokenLabel = { symbol: string; image: string | null }

/** Tokens read on this page; each is read once. */
const tokens = createStore<ReadonlyMap<string, TokenLabel | undefined>>(new Map())

function learn(address: string): void {
  if (tokens.get().has(address) || !/^0x[0-9a-fA-F]{40}$/.test(address)) return
  tokens.set((known) => new Map(known).set(address, undefined))
  request<TokenDetail>(tokenUrl(address)).then(
    ({ symbol, metadata }) =>
      tokens.set((known) => new Map(known).set(address, { symbol, image: metadata?.image ?? null })),
    () => {},
  )
}

/** The symbol and picture of a launched token, once they are known. */
export function useTokenLabel(address: string): TokenLabel | undefined {
  useEffect(() => learn(address), [address])
  return useStore(tokens).get(address)
}
