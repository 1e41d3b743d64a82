/** A text that is not part of an element of React, in the language of the page. */
export function translated(text: string): string {
  return (globalThis as { slipwayTranslate?: (text: string) => string }).slipwayTranslate?.(text) ?? text
}
