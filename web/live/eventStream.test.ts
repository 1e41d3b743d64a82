import { expect, it } from 'vitest'
import { parse } from './eventStream.ts'

it('reads a frame with its number, kind and data', () => {
  expect(parse('id: 7\nevent: trade\ndata: {"a":": b"}')).toEqual([{ id: '7', kind: 'trade', data: '{"a":": b"}' }])
})

it('ignores comments and retry hints', () => {
  expect(parse(': still here')).toEqual([])
  expect(parse('retry: 1500')).toEqual([])
})

it('reads a frame that begins with a hint', () => {
  expect(parse('retry: 1500\nid: 3\nevent: ready\ndata: {}')).toEqual([{ id: '3', kind: 'ready', data: '{}' }])
})
