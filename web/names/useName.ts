import { useEffect, useSyncExternalStore } from 'react'
import { request, urlOf } from '../api/request.ts'
import { config } from '../api/siteData.ts'
import { createStore } from '../store.ts'

type Named = { names: { address: string; name: string | null }[] }

const WAIT_MS = 100
const ASKED_MAX = 50

/** Names of accounts by their lower-case address, as the service has checked them. */
const names = createStore<ReadonlyMap<string, string>>(new Map())
const asked = new Set<string>()
let waiting: string[] = []

/** The name of an account, once it is known; undefined where it has none or the deployment has no names. */
export function useName(address: string): string | undefined {
  const key = address.toLowerCase()
  useEffect(() => learn(key), [key])
  return useSyncExternalStore(
    names.subscribe,
    () => names.get().get(key),
    () => undefined,
  )
}

/** Accounts that appear together are asked for together, each once. */
function learn(key: string): void {
  if (!config.hasNames || asked.has(key)) return
  asked.add(key)
  waiting.push(key)
  if (waiting.length === 1) setTimeout(ask, WAIT_MS)
}

function ask(): void {
  const part = waiting.slice(0, ASKED_MAX)
  waiting = waiting.slice(ASKED_MAX)
  if (waiting.length > 0) setTimeout(ask, WAIT_MS)
  request<Named>(urlOf('/api/names', { addresses: part.join(',') })).then(
    ({ names: found }) => names.set((known) => new Map([...known, ...found.flatMap(pairOf)])),
    // Another part of the page may ask again.
    () => part.map((key) => asked.delete(key)),
  )
}

function pairOf({ address, name }: Named['names'][number]): [string, string][] {
  return name === null ? [] : [[address.toLowerCase(), name]]
}
