import { expect, test } from 'vitest'
import type { Rule } from '../api/rules.ts'
import { choicesOf } from './Choice.ts'
import { rulesAbout } from './rulesAbout.ts'

const TOKEN = '0x52908400098527886E0F7030069857D2E4169EE7'
const rule = (type: string, filter: Record<string, string>) => ({ type, filter }) as unknown as Rule

test('the bell of a token lists the rules about this token alone', () => {
  const own = rule('launch.trade', { token: TOKEN, minEth: '1' })
  const others = [
    rule('launch.trade', { token: `0x${'12'.repeat(20)}` }),
    rule('launch.trade', {}),
    rule('room.message', { roomId: 'room_1' }),
  ]
  expect(rulesAbout([own, ...others], choicesOf({ kind: 'token', token: TOKEN.toLowerCase() }))).toEqual([own])
})

test('the bell of a position separates chains and protocols', () => {
  const choices = choicesOf({ kind: 'position', chainId: 4663, protocol: 'V4', tokenId: '7', tokens: [] })
  const own = rule('position.in_range', { chainId: '4663', protocol: 'V4', tokenId: '7' })
  const other = rule('position.in_range', { chainId: '1', protocol: 'V4', tokenId: '7' })
  expect(rulesAbout([own, other], choices)).toEqual([own])
})
