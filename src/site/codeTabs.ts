import { icon } from './frame.ts'
import { type Html, html, raw } from './html.ts'

export type Snippet = { label: string; code: string }

/** Code in several languages; the frame's script handles switching and copying. */
export function codeTabs(id: string, snippets: readonly Snippet[]): Html {
  const tabs = snippets.map(
    ({ label }, index) =>
      html`
        <button type="button" role="tab" id="${id}-tab-${index}" data-tab="${index}" aria-controls="${id}-${index}" aria-selected="${index === 0 ? 'true' : 'false'}"${index > 0 && raw(' tabindex="-1"')}>
          ${label}
        </button>
      `,
  )
  const panels = snippets.map(
    ({ code }, index) =>
      html`
        <div role="tabpanel" id="${id}-${index}" aria-labelledby="${id}-tab-${index}" data-panel="${index}"${index > 0 && raw(' hidden')}>
          <div class="copy-line">
            <button type="button" class="button ghost small" data-copy="${code}">${icon('copy', 'small')}Copy</button>
          </div>
          <pre tabindex="0">${code}</pre>
        </div>
      `,
  )
  return html`
    <div class="code" id="${id}">
      <div class="header"><div class="tabs" role="tablist" data-tabs="#${id}">${tabs}</div></div>${panels}
    </div>
  `
}

export function codeBlock(title: string, code: string): Html {
  return html`
    <div class="code">
      <div class="header">
        <span class="title">${title}</span>
        <button type="button" class="button ghost small" data-copy="${code}">${icon('copy', 'small')}Copy</button>
      </div>
      <pre tabindex="0">${code}</pre>
    </div>
  `
}
