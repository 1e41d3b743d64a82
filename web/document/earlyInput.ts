/** Buttons and forms used before the page's scripts had loaded, in order; recorded by beforeScripts.ts. */
type EarlyInput = { pressed: Set<HTMLElement>; stop(): void }

declare global {
  var earlyInput: EarlyInput | undefined
}

/** Marks the page as ready for events. */
export function stopKeeping(): void {
  globalThis.earlyInput?.stop()
}

/** Replays early clicks; each button once, however often it was clicked. */
export function press(isDue: (element: HTMLElement) => boolean): void {
  const pressed = globalThis.earlyInput?.pressed ?? []
  for (const element of [...pressed].filter((one) => isDue(one))) {
    globalThis.earlyInput?.pressed.delete(element)
    if (!element.isConnected) continue
    if (element instanceof HTMLFormElement) element.requestSubmit()
    else element.click()
  }
}

/** Marks the page as interactive. */
export function markReady(): void {
  document.documentElement.dataset['ready'] = ''
}
