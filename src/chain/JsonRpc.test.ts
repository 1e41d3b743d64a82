import { describe, expect, test } from 'vitest'
import { isRangeLimit } from './failures.ts'
import * as JsonRpc from './JsonRpc.ts'

const wrap = (...answers: object[]) => JSON.stringify(answers.map((answer) => ({ jsonrpc: '2.0', ...answer })))

describe('decode', () => {
  test('puts the answers of a batch in the order of the requests', () => {
    const text = wrap({ id: 8, result: 'b' }, { id: 7, result: 'a' })
    expect(JsonRpc.decode(text, 2, 7)).toEqual([{ result: 'a' }, { result: 'b' }])
  })

  test('keeps a null result and ignores a null error next to it', () => {
    expect(JsonRpc.decode('{"id":1,"result":null,"error":null}', 1, 1)).toEqual([{ result: null }])
  })

  test.each([
    ['no JSON', '<html>', 1],
    ['half of it', '{"id":1,"result":', 1],
    ['nothing', '', 1],
    ['another id', '{"id":2,"result":1}', 1],
    ['the id as text', '{"id":"1","result":1}', 1],
    ['neither result nor error', '{"id":1}', 1],
    ['null', 'null', 1],
    ['too few answers', wrap({ id: 1, result: 1 }), 2],
    ['too many answers', wrap({ id: 1, result: 1 }, { id: 2, result: 1 }, { id: 3, result: 1 }), 2],
    ['the same id twice', wrap({ id: 1, result: 1 }, { id: 1, result: 2 }), 2],
    ['nulls', '[null,null]', 2],
  ])('refuses %s', (_what, text, count) => {
    expect(() => JsonRpc.decode(text, count, 1)).toThrow(expect.objectContaining({ kind: 'malformed' }))
  })

  test('notices an endpoint that takes no batches', () => {
    const text = '{"id":null,"error":{"code":-32600,"message":"batch requests are disabled"}}'
    expect(() => JsonRpc.decode(text, 2, 1)).toThrow(expect.objectContaining({ kind: 'unbatched' }))
  })
})

describe('unwrap', () => {
  test.each([
    ['geth', { code: 3, message: 'execution reverted', data: '0x08c379a0' }, '0x08c379a0'],
    ['an older node', { code: -32000, message: 'execution reverted: STF', data: '0x08c379a0' }, '0x08c379a0'],
    [
      'a nested form',
      { code: -32603, message: 'Error: VM Exception', data: { message: '', data: '0xaabb' } },
      '0xaabb',
    ],
    ['a worded form', { code: -32015, message: 'VM execution error.', data: 'Reverted 0xaabb' }, '0xaabb'],
    ['no data', { code: -32000, message: 'execution reverted' }, '0x'],
    ['out of gas', { code: -32000, message: 'out of gas' }, '0x'],
    ['too little ether', { code: -32000, message: 'insufficient funds for gas * price + value' }, '0x'],
  ])('distinguishes a reverted call from a failure: %s', (_node, error, data) => {
    expect(() => JsonRpc.unwrap({ error })).toThrow(expect.objectContaining({ name: 'CallReverted', data }))
  })

  test.each([
    [{ code: -32005, message: 'daily request count exceeded, request rate limited' }],
    [{ code: 429, message: 'Too Many Requests' }],
    [{ code: -32000, message: 'Your app has exceeded its compute units per second capacity' }],
  ])('counts a busy provider as a failing one: %o', (error) => {
    expect(() => JsonRpc.unwrap({ error })).toThrow(
      expect.objectContaining({ name: 'ProviderFailure', kind: 'limited' }),
    )
  })

  test.each([
    [{ code: -32601, message: 'the method eth_foo does not exist' }],
    [{ code: -32000, message: 'missing trie node' }],
    [{ code: -32000, message: 'header not found' }],
    ['not even an object'],
  ])('counts every other error as a refusal of the node: %o', (error) => {
    expect(() => JsonRpc.unwrap({ error })).toThrow(expect.objectContaining({ name: 'NodeError' }))
  })

  test.each([
    ['Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range'],
    ['query returned more than 10000 results'],
    ['block range is too wide'],
    ['eth_getLogs is limited to a 10,000 range'],
    ['query exceeds max results 20000, retry with the range 1-2'],
  ])('knows a log query that asked too much: %s', (message) => {
    let thrown: unknown
    try {
      JsonRpc.unwrap({ error: { code: -32005, message } })
    } catch (error) {
      thrown = error
    }
    expect(isRangeLimit(thrown)).toBe(true)
  })
})

test.each(['0xzz', 5, null, 'ff', {}])('a hex result that is %o is refused', (result) => {
  expect(() => JsonRpc.unwrapHex({ result })).toThrow(expect.objectContaining({ kind: 'malformed' }))
})
