import { expect, test } from 'vitest'
import { describeUpdate } from './describeUpdate.ts'

const said = (text: string) => describeUpdate({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })

test.each(['gm', ' gm', 'gm \n\t', '\t gm  you \n', ' \n\t', ''])(
  'the piece %j keeps the spaces at its ends',
  (text) => {
    expect(said(text)).toEqual({ type: 'text', text })
  },
)

test('pieces of spaces between two letters are read in the same steps per character', () => {
  const piece = `x${' '.repeat(90_000)}x`
  for (let count = 0; count < 100; count++) expect(said(piece)).toEqual({ type: 'text', text: piece })
})
