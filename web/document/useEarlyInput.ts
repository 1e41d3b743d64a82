import { useEffect } from 'react'
import { markReady, press } from './earlyInput.ts'

const FIELDS = '#app[data-drawn] :is(input:not([type=file]), textarea, select)'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * What somebody typed, chose and pressed on a page that the server drew, before its script had come, is told to the
 * script as if it were done now: the fields it takes over must not show one thing and mean another.
 */
export function useEarlyInput(): void {
  useEffect(() => {
    for (const field of document.querySelectorAll<Field>(FIELDS)) tell(field)
    // What was typed is drawn first: a button may have become another by it.
    setTimeout(() => {
      press(() => true)
      markReady()
    })
  }, [])
}

function tell(field: Field): void {
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

/** Past React, which otherwise takes the text for one that it knows. */
function write(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
}
