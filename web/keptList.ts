import { createStore, type Store } from './store.ts'

type Kind = 'string' | 'object'

export type KeptList<Item> = Store<readonly Item[]> & {
  /** Changes the list as it is kept now, also by another tab. */
  change(next: (kept: readonly Item[]) => readonly Item[]): void
}

/** A list kept in this browser and shared by all tabs. It starts empty, as the server draws the page. */
export function createKeptList<Item extends string | object>(name: string, kind: Kind): KeptList<Item> {
  const list = createStore<readonly Item[]>([])
  const read = () => readList<Item>(name, kind)
  if (typeof window !== 'undefined') {
    list.set(read)
    window.addEventListener('storage', ({ key }) => {
      if (key === name) list.set(read)
    })
  }
  function change(next: (kept: readonly Item[]) => readonly Item[]): void {
    const items = next(read())
    keepText(name, JSON.stringify(items))
    list.set(() => items)
  }
  return { ...list, change }
}

/** Full storage must not look like a failed action: then only this page keeps the entry. */
export function keepText(name: string, text: string): void {
  try {
    localStorage.setItem(name, text)
  } catch {
    // Ignored: the browser's storage is full.
  }
}

/** Storage belongs to the browser's user, who may change it: what cannot be read was not kept. */
export function readKept(name: string, storage = localStorage): unknown {
  try {
    return JSON.parse(storage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

export function readList<Item>(name: string, kind: Kind): readonly Item[] {
  const kept = readKept(name)
  return Array.isArray(kept) ? kept.filter((item) => item !== null && typeof item === kind) : []
}
