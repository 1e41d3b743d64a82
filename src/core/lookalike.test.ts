import { expect, test } from 'vitest'
import { createLookalikes, isLookalike, resemblance } from '#core/lookalike.ts'

test.each([
  ...['ЕТН', 'ΕΤΗ', 'ＥＴＨ', '𝔼𝕋ℍ', '𝐄𝐓𝐇', 'Ⓔⓣⓗ', '🄴🅃🄷', '🅴🆃🅷', '🅔🅣🅗', '🇪🇹🇭', 'ᵉᵗʰ', 'ₑₜₕ'].map((form) => [
    form,
    'ETH',
  ]),
  ...['ᴇᴛʜ', 'ᎬᎢᎻ', 'ꓰꓔꓧ', 'ⲈⲦⲎ', 'ETĦ', 'eŧh', 'єтн', 'Éth', 'E\u0336T\u0336H\u0336', 'ǝth'].map((form) => [
    form,
    'ETH',
  ]),
  ...['E T H', 'E-T-H', 'E.T.H', '$ETH', '#eth', 'E\u200bTH', 'E\u00adTH', 'E\u{e0061}TH', '3TH', '€TH', 'EТH'].map(
    (form) => [form, 'ETH'],
  ),
  ...['USĐC', 'USD₵', 'U5DC', 'U$DC', 'ՍSDC', 'USDϹ', 'uѕdс', 'ＵＳＤＣ', 'USDⅭ'].map((form) => [form, 'USDC']),
  ...['USD₮', 'USDΤ', 'U\u034fSDT', 'ÜSDT', 'USD7'].map((form) => [form, 'USDT']),
  ...['VVETH', 'ＷＥＴＨ', 'ѡETH', 'ᴡeth'].map((form) => [form, 'WETH']),
  ...['ethereurn', 'Ethereum', 'Εthereum', '3thereum'].map((form) => [form, 'Ethereum']),
  ...['DUSD', 'DU5D', 'ᗪUSD', 'DՍSD'].map((form) => [form, 'DUSD']),
  ...['H00D', 'НООD', 'ʜᴏᴏᴅ', 'HഠOD'].map((form) => [form, 'HOOD']),
  ...['TSLА', '7SLA', 'T5LA', 'ТSLA'].map((form) => [form, 'TSLA']),
] as [string, string][])('%s reads as %s', (form, of) => {
  expect(isLookalike(form, of)).toBe(true)
  expect(resemblance(form, of)).toBe('same')
})

test.each([
  ['USDC.e', 'USDC'],
  ['USDCe', 'USDC'],
  ['USDC v2', 'USDC'],
  ['USDCv2', 'USDC'],
  ['USDC 2.0', 'USDC'],
  ['Bridged USDC', 'USDC'],
  ['Official USDC Token', 'USDC'],
  ['The Real USDС', 'USDC'],
  ['HOODs', 'HOOD'],
  ['wHOOD', 'HOOD'],
  ['xHOOD', 'HOOD'],
  ['HOODx', 'HOOD'],
  ['Verified HOOD', 'HOOD'],
  ['HOOD coin', 'HOOD'],
  ['ETH2', 'ETH'],
  ['wETHs', 'ETH'],
])('%s is %s with an affix', (form, of) => {
  expect(resemblance(form, of)).toBe('decorated')
  expect(isLookalike(form, of)).toBe(false)
})

test.each([
  ['UDSC', 'USDC'],
  ['USDCC', 'USDC'],
  ['Tethr', 'Tether'],
  ['Ethereun', 'Ethereum'],
  ['HOAD', 'HOOD'],
])('%s is one letter from %s', (form, of) => {
  expect(resemblance(form, of)).toBe('near')
})

test.each([
  ['Pepe', 'ETH'],
  ['Ethan', 'ETH'],
  ['Methane', 'ETH'],
  ['Seth', 'ETH'],
  ['BTH', 'ETH'],
  ['Moonlight', 'MOON'],
  ['Hoodie', 'HOOD'],
  ['', 'ETH'],
  ['🚀', '🌕'],
])('%s does not resemble %s', (form, of) => {
  expect(resemblance(form, of)).toBeUndefined()
})

test('of several names the closest kind wins, then the first', () => {
  const find = createLookalikes(['USDT', 'USDC', 'USDС', ''])
  expect(find('usdс')).toEqual({ of: 'USDC', resemblance: 'same' })
  expect(find('USDC.e')).toEqual({ of: 'USDC', resemblance: 'decorated' })
  expect(find('USDB')).toEqual({ of: 'USDC', resemblance: 'near' })
  expect(find('')).toBeUndefined()
})
