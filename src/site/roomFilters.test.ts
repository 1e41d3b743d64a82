import { expect, it } from 'vitest'
import { readRoomFilters, roomsUrl, writeRoomFilters } from './roomFilters.ts'

it('reads back what it has written into an address', () => {
  const filters = { text: 'fee tiers & more', status: 'active', tag: 'lp', isMine: true }
  expect(readRoomFilters(new URLSearchParams(writeRoomFilters(filters)))).toEqual(filters)
})

it('ignores unknown filters and omits defaults', () => {
  const filters = readRoomFilters(new URLSearchParams('status=asleep&mine=perhaps'))
  expect(writeRoomFilters(filters)).toEqual({})
  expect(roomsUrl(filters)).toBe('/api/arena/rooms?limit=30')
})
