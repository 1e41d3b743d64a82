import { createStore, type Store } from './store.ts'

export type KeptList<Item> = Store<readonly Item[]> & {
  /** Changes the list as it is kept now, also by another tab. */
  change(next: (kept: readonly Item[]) => readonly Item[]): void
}

/** A list kept in this browser and shared by all tabs. It starts empty, as the server draws the page. */
export function createKeptList<Item>(name: string): KeptList<Item> {
  const list = createStore<readonly Item[]>([])
  const read = () => readKept<Item>(name)
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

/** A full storage must not look like a failure of what was done: then only this page knows it. */
export function keepText(name: string, text: string): void {
  try {
    localStorage.setItem(name, text)
  } catch {
    // Nothing to do: the browser has no room.
  }
}

/** Storage belongs to the browser's user, who may change it: a list that cannot be read is empty. */
function readKept<Item>(name: string): readonly Item[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}
