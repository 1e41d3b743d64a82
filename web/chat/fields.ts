import { isObject } from '#core/isObject.ts'

/** A result is data of strangers: every field is read by its type. */
export type Fields = Record<string, unknown>

export const fields = (value: unknown): Fields => (isObject(value) ? value : {})
export const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isObject) : [])
export const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
export const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
export const isAddress = (value: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(value)
