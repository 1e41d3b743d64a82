/** Buttons and forms used before the page's scripts had loaded, in order; recorded by beforeScripts.ts. */
type EarlyInput = { pressed: Set<HTMLElement>; stop(): void }

declare global {
  var earlyInput: EarlyInput | undefined
}

/** From now on somebody listens. */
export function stopKeeping(): void {
  globalThis.earlyInput?.stop()
}

/** Does what was pressed early, as if it were pressed now; each button once, however often it was tried. */
export function press(isDue: (element: HTMLElement) => boolean): void {
  const pressed = globalThis.earlyInput?.pressed ?? []
  for (const element of [...pressed].filter((one) => isDue(one))) {
    globalThis.earlyInput?.pressed.delete(element)
    if (!element.isConnected) continue
    if (element instanceof HTMLFormElement) element.requestSubmit()
    else element.click()
  }
}

/** Says that everything on the page reacts. */
export function markReady(): void {
  document.documentElement.dataset['ready'] = ''
}
