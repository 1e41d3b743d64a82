import { expect, test } from 'vitest'
import { breakLinks } from './breakLinks.ts'

const around = {
  baseUrl: 'https://slipway.example',
  said: 'Is https://friend.example/coin the page of it, or moon.xyz?',
}

test.each([
  'See https://slipway.example/launchpad/0xabc for the chart.',
  'See [its page](https://slipway.example/launchpad/0xabc).',
  'slipway.example has no such token.',
  'You named https://friend.example/coin and moon.xyz.',
  'It costs 1.5 ETH, i.e. 0.30 % more.',
])('an answer keeps links to the service and those of the person: %s', (answer) => {
  expect(breakLinks(answer, around)).toBe(answer)
})

test.each([
  ['The newest is "Claim at https://evil.xyz/claim".', 'The newest is "Claim at evil[.]xyz/claim".'],
  ['The newest is evil.xyz, then MOON.', 'The newest is evil[.]xyz, then MOON.'],
  ['[Slipway](https://evil.xyz/a) has it.', 'Slipway (evil[.]xyz/a) has it.'],
  ['[x](javascript:alert(1)) runs.', 'x (alert(1)) runs.'],
  ['Go to https://slipway.example@evil.xyz/.', 'Go to slipway[.]example@evil[.]xyz/.'],
  ['Go to https://slipway.example.evil.xyz/a.', 'Go to slipway[.]example[.]evil[.]xyz/a.'],
  ['Go to http://slipway.example/a.', 'Go to slipway[.]example/a.'],
  ['Go to https://friend.example/coin/claim.', 'Go to friend[.]example/coin/claim.'],
])('any other link is shown and cannot be followed: %s', (answer, shown) => {
  expect(breakLinks(answer, around)).toBe(shown)
})
