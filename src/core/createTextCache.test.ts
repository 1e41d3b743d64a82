import { expect, test } from 'vitest'
import { createTextCache } from './createTextCache.ts'

test('a text has the value that was set last for it', () => {
  const cache = createTextCache<number>(64)
  expect(cache.get('a')).toBeUndefined()
  cache.set('a', 1)
  cache.set('b', 2)
  cache.set('a', 3)
  expect([cache.get('a'), cache.get('b'), cache.get('')]).toEqual([3, 2, undefined])
})

test('texts that share a place replace each other and never share a value', () => {
  const cache = createTextCache<string>(1)
  const texts = ['', 'a', 'same ending', 'the same ending', '0x12', '😀']
  for (const text of texts) {
    expect(cache.get(text)).toBeUndefined()
    cache.set(text, `of ${text}`)
    expect(cache.get(text)).toBe(`of ${text}`)
    for (const other of texts) if (other !== text) expect(cache.get(other)).toBeUndefined()
  }
})
