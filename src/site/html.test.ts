import { expect, it } from 'vitest'
import { html, jsonData, raw } from './html.ts'

it('escapes every interpolated string, also in lists', () => {
  const name = `<img src=x onerror="alert('1')">&`
  expect(html`<p>${name}</p>`.markup).toBe('<p>&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</p>')
  expect(html`<ul>${[html`<li>${'<b>'}</li>`, raw('<li>2</li>')]}</ul>`.markup).toBe(
    '<ul><li>&lt;b&gt;</li><li>2</li></ul>',
  )
})

it('removes the line breaks of the template, not those of its values', () => {
  expect(
    html`
    <pre>
      ${'a\n  b'}
    </pre>
  `.markup,
  ).toBe('<pre>a\n  b</pre>')
})

it('leaves out null, undefined and false, and keeps zero', () => {
  expect(html`${null}${undefined}${false}${0}`.markup).toBe('0')
})

it('writes JSON that no text in it can break out of', () => {
  const { markup } = jsonData('d', { name: '</script><script>alert(1)</script>\u2028' })
  expect(markup.match(/<\/script>/g)).toHaveLength(1)
  expect(JSON.parse(markup.replace(/^<script[^>]*>|<\/script>$/g, ''))).toEqual({
    name: '</script><script>alert(1)</script>\u2028',
  })
})
