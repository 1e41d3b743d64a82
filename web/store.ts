import { useSyncExternalStore } from 'react'

export type Store<State> = {
  get(): State
  /** The initial state, with which server-drawn pages begin. */
  initial: State
  set(change: (state: State) => State): void
  subscribe(listener: () => void): () => void
}

/** A value that several parts of a page share. */
export function createStore<State>(initial: State): Store<State> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    initial,
    set(change) {
      const next = change(state)
      if (Object.is(next, state)) return
      state = next
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useStore<State>(store: Store<State>): State {
  return useSyncExternalStore(store.subscribe, store.get, () => store.initial)
}
