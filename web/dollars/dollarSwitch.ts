import { createStore } from '../store.ts'

/** `beforeScripts` reads it too, so that dollars that are off never flash. */
const KEPT = 'slipway.dollars'

/** Whether dollars are shown, kept in this browser. */
export const areDollarsShown = createStore(true)

if (typeof document !== 'undefined') {
  areDollarsShown.set(() => document.documentElement.dataset['dollars'] !== 'off')
  areDollarsShown.subscribe(keep)
}

function keep(): void {
  const value = areDollarsShown.get() ? 'on' : 'off'
  document.documentElement.dataset['dollars'] = value
  try {
    localStorage.setItem(KEPT, value)
  } catch {
    // Storage may be blocked; the choice holds for this page.
  }
}
