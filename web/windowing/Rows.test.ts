import { expect, it } from 'vitest'
import { layOut, offsetOf, rowsWithin } from './Rows.ts'

const rows = layOut(5, (index) => [10, 20, 30, 40, 50][index] ?? 0)

it('puts each row below the one before', () => {
  expect([0, 1, 2, 5].map((index) => offsetOf(rows, index))).toEqual([0, 10, 30, 150])
})

it('finds every row that is at least partly seen', () => {
  expect(rowsWithin(rows, 15, 61)).toEqual({ start: 1, end: 4 })
  expect(rowsWithin(rows, 0, 1)).toEqual({ start: 0, end: 1 })
})

it('stays within the rows there are', () => {
  expect(rowsWithin(rows, -500, -100)).toEqual({ start: 0, end: 1 })
  expect(rowsWithin(rows, 5_000, 6_000)).toEqual({ start: 4, end: 5 })
  expect(
    rowsWithin(
      layOut(0, () => 0),
      0,
      100,
    ),
  ).toEqual({ start: 0, end: 0 })
})
