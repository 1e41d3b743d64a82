import { expect, test } from 'vitest'
import { mayHoldSecret } from './mayHoldSecret.ts'

const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

test.each([
  `mi frase semilla es ${PHRASE}`,
  `Meine Wallet: ${PHRASE}, was nun?`,
  PHRASE.split(' ')
    .map((word, index) => `${index + 1}. ${word}`)
    .join('\n'),
  PHRASE.toUpperCase().replaceAll(' ', ', '),
  '的 一 是 在 不 了 有 和 人 这 中 大',
  `mi clave privada es 0x${'ab'.repeat(32)}`,
  `ma clé privée : ${'AB'.repeat(32)}`,
  `xprv9s21ZrQH143K${'a'.repeat(95)}`,
])('a secret is known in any language: %s', (text) => {
  expect(mayHoldSecret(text)).toBe(true)
})

test.each([
  '¿Cuánto cuesta ahora mismo comprar MOON con 0.5 ETH y qué comisión tiene el fondo, por favor?',
  'Wie viel bekomme ich heute für zwei ETH, wenn der Pool von MOON und DUSD noch genug Tiefe hat?',
  'Quels sont les risques de fournir de la liquidité dans le fonds de MOON pour 0xAbCd000000000000000000000000000000000001 ?',
  'Which of the launches that graduated this week have the most trades and how many people hold them?',
])('a question is none: %s', (text) => {
  expect(mayHoldSecret(text)).toBe(false)
})
