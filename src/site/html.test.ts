import { expect, it } from 'vitest'
import { html, jsonData, raw } from './html.ts'

it('escapes every text that is put into markup, also inside lists', () => {
  const name = `<img src=x onerror="alert('1')">&`
  expect(html`<p>${name}</p>`.markup).toBe('<p>&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</p>')
  expect(html`<ul>${[html`<li>${'<b>'}</li>`, raw('<li>2</li>')]}</ul>`.markup).toBe(
    '<ul><li>&lt;b&gt;</li><li>2</li></ul>',
  )
})

it('leaves out what is absent and keeps zero', () => {
  expect(html`${null}${undefined}${false}${0}`.markup).toBe('0')
})

it('writes data that no text in it can break out of', () => {
  const { markup } = jsonData('d', { name: '</script><script>alert(1)</script>\u2028' })
  expect(markup.match(/<\/script>/g)).toHaveLength(1)
  expect(JSON.parse(markup.replace(/^<script[^>]*>|<\/script>$/g, ''))).toEqual({
    name: '</script><script>alert(1)</script>\u2028',
  })
})
