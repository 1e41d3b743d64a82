import { expect, test } from 'vitest'
import { chooseLanguage } from './chooseLanguage.ts'
import { createTranslate } from './createTranslate.ts'
import german from './german.json' with { type: 'json' }
import { translateHtml } from './translateHtml.ts'

const translate = createTranslate({
  Price: 'Preis',
  'Buy {}': '{} kaufen',
  '{} of {}': '{} von {}',
  'Launched ': 'Gestartet vor ',
  Launched: 'Gestartet',
  'Supply: {}': 'Bestand: {l}',
  'Creator {}': 'Ersteller {}',
})

test('a text is translated whole, with its values and the spaces around it', () => {
  expect(translate(' Price ')).toBe(' Preis ')
  expect(translate('Buy HRBR')).toBe('HRBR kaufen')
  expect(translate('1,234.5 of 2,000')).toBe('1\u202F234,5 von 2\u202F000')
  expect(translate('Launched ')).toBe('Gestartet vor ')
  expect(translate('Launched')).toBe('Gestartet')
  expect(translate('Supply: Creator 3.15 %, Creator 1 %')).toBe('Bestand: Ersteller 3,15 %, Ersteller 1 %')
})

test('a text without a translation keeps its words and its numbers, and is reported', () => {
  const missing: string[] = []
  const reporting = createTranslate({ '{} of {}': '{} von {}' }, (text) => missing.push(text))
  expect(reporting('The fee of 1.5 % is part of every trade.')).toBe('The fee of 1.5 % is part of every trade.')
  expect(missing).toEqual(['The fee of 1.5 % is part of every trade.'])
})

test('a long text that almost fits sentences with several values is passed over at once', () => {
  const real = createTranslate(german)
  for (const text of [`Lets ${'x '.repeat(5_000)}up to ${'x '.repeat(5_000)}!`, `a${' '.repeat(20_000)}b to c.`])
    expect(real(text)).toBe(text)
  expect(real('Lets  up to  for this position, with a margin for price moves.')).toMatch(/^Lets {2}up/)
}, 30_000)

test.each([
  ['0.05 ETH', '0,05 ETH'],
  ['$2.51 K', '$2,51 K'],
  ['1,234', '1\u202F234'],
  ['1.2.0', '1.2.0'],
  ['127.0.0.1', '127.0.0.1'],
  ['06:24:46 UTC', '06:24:46 UTC'],
  ['2026-11-18', '18.11.2026'],
  ['0xda7f…01eb', '0xda7f…01eb'],
])('%s is shown as %s', (english, shown) => {
  expect(translate(english)).toBe(shown)
})

test('markup is translated text by text; names of strangers, code and documents in English stay', () => {
  const page =
    '<title>Price</title><b title="Price">Price<!-- --> of</b><bdi>Price</bdi><span class="symbol">Price</span>' +
    '<pre><b>Price</b></pre><main lang="en"><p>Price</p></main><script>Price</script>'
  expect(translateHtml(page, translate)).toBe(
    '<title>Preis</title><b title="Preis">Preis<!-- --> of</b><bdi>Price</bdi><span class="symbol">Price</span>' +
      '<pre><b>Price</b></pre><main lang="en"><p>Price</p></main><script>Price</script>',
  )
})

test('a translation never becomes markup', () => {
  const hostile = createTranslate({ 'Say {}': '<b>{}</b>' })
  expect(translateHtml('<p>Say &lt;i&gt;</p>', hostile)).toBe('<p>&lt;b&gt;&lt;i&gt;&lt;/b&gt;</p>')
})

test.each([
  ['', '', 'de-DE,de;q=0.9,en;q=0.8', 'de'],
  ['', '', 'fr,en;q=0.8,de;q=0.5', 'en'],
  ['', '', 'de;q=0, en', 'en'],
  ['', 'a=1; language=en', 'de', 'en'],
  ['de', 'language=en', 'en', 'de'],
  ['constructor', 'language=toString', 'xx', 'en'],
])('?language=%s with the cookie %s and Accept-Language %s is %s', (asked, cookie, accepted, language) => {
  const headers: Record<string, string> = { cookie, 'accept-language': accepted }
  const query = new URLSearchParams(asked === '' ? {} : { language: asked })
  expect(chooseLanguage({ query, header: (name) => headers[name] })).toBe(language)
})

test('every German text uses the values of its English one, and only those', () => {
  const wrong = Object.entries(german).filter(([english, text]) => {
    const count = english.split('{}').length - 1
    const used = [...text.matchAll(/\{(\d*)[tl]?\}/g)].map(([, place]) => Number(place))
    return used.length > count || used.some((place) => place > count)
  })
  expect(wrong).toEqual([])
})
