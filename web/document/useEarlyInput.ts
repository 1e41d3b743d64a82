import { useEffect } from 'react'
import { markReady, press } from './earlyInput.ts'

const FIELDS = '#app[data-drawn] :is(input:not([type=file]), textarea, select)'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Replays input made on a server-drawn page before its script had loaded, so that fields show what the script knows. */
export function useEarlyInput(): void {
  useEffect(() => {
    for (const field of document.querySelectorAll<Field>(FIELDS)) replay(field)
    // Typed text is drawn first, because it may change the buttons.
    setTimeout(() => {
      press(() => true)
      markReady()
    })
  }, [])
}

function replay(field: Field): void {
  if (field instanceof HTMLSelectElement) {
    const first = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0]
    if (first !== undefined && first.value !== field.value) field.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (field.type === 'checkbox') {
    if (!(field instanceof HTMLInputElement) || field.checked === field.defaultChecked) return
    field.checked = field.defaultChecked
    field.click()
  } else if (field.value !== field.defaultValue) {
    const typed = field.value
    field.value = field.defaultValue
    write(field, typed)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** Bypasses React, which otherwise ignores a value it already knows. */
function write(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
}
