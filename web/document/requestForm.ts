// Forms of documents that send a request from the page and show its answer.

/** Sends `[data-request="METHOD /path/{parameter}"]`: fields named in the path go there, `body` as it is, the rest as query or JSON. */
export async function sendForm(form: HTMLFormElement): Promise<void> {
  const answer = form.querySelector<HTMLElement>('[data-answer]')
  if (!answer) return
  answer.hidden = false
  answer.textContent = 'Sending …'
  const { url, init } = requestOf(form)
  try {
    const response = await fetch(url, init)
    answer.textContent = `${response.status} ${response.statusText}\n\n${readable(await response.text())}`
  } catch {
    answer.textContent = 'Slipway does not answer. Check your connection.'
  }
}

function requestOf(form: HTMLFormElement): { url: string; init: RequestInit } {
  const [method = 'GET', template = '/'] = (form.dataset['request'] ?? '').split(' ')
  const fields = new Map([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]))
  const key = fields.get('key')
  const body = fields.get('body')
  fields.delete('key')
  fields.delete('body')
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields.get(name) ?? ''
    fields.delete(name)
    return encodeURIComponent(value)
  })
  const given = [...fields].filter(([, value]) => value !== '')
  const isRead = method === 'GET' || method === 'DELETE'
  const url = isRead && given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
  const sent = isRead ? undefined : (body ?? JSON.stringify(Object.fromEntries(given)))
  const headers = {
    accept: 'application/json',
    ...(key && (key.startsWith('svc_sk_') ? { 'x-api-key': key } : { authorization: `Bearer ${key}` })),
    ...(sent !== undefined && { 'content-type': 'application/json' }),
  }
  return { url, init: { method, headers, ...(sent !== undefined && { body: sent }) } }
}

const SHOWN_MAX = 20_000

function readable(text: string): string {
  const short = (long: string) => (long.length > SHOWN_MAX ? `${long.slice(0, SHOWN_MAX)}\n…` : long)
  try {
    return short(JSON.stringify(JSON.parse(text), null, 2))
  } catch {
    return short(text)
  }
}
