import type { Provider } from '../Provider.ts'

type Listener = (value: never) => void

/** The events of a provider (EIP-1193). */
export function createListeners(): Required<Pick<Provider, 'on' | 'removeListener'>> & {
  emit(event: string, value: unknown): void
} {
  const listeners = new Map<string, Set<Listener>>()
  return {
    on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
    emit(event, value) {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(value as never)
    },
  }
}
