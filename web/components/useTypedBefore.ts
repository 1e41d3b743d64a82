import { useEffect } from 'react'

/**
 * What somebody typed into a page that the server drew, before its script had come, is told to the script as if it were
 * typed now: the fields it takes over must not show one thing and mean another.
 */
export function useTypedBefore(): void {
  useEffect(() => {
    for (const field of document.querySelectorAll<HTMLInputElement>('#app input:not([type=file], [type=checkbox])')) {
      const typed = field.value
      if (typed === field.defaultValue) continue
      field.value = field.defaultValue
      write(field, typed)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }, [])
}

/** Past React, which otherwise takes the text for one that it knows. */
function write(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
}
