// Everything on the frame of a page that reacts: theme, copying, tabs, palette, and the wallet button until its code is there.

import { markReady, press, stopKeeping } from './earlyInput.ts'

const root = document.documentElement

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : undefined
  if (target?.closest('[data-theme-toggle]')) toggleTheme()
  if (target?.closest('[data-palette]')) void openPalette()
  if (target?.closest('[data-wallet]')) void loadWallet(true)
  const copied = target?.closest<HTMLElement>('[data-copy]')
  if (copied) void copy(copied)
  const tab = target?.closest<HTMLElement>('[data-tab]')
  if (tab) selectTab(tab)
})

document.addEventListener('submit', (event) => {
  const form = event.target instanceof HTMLFormElement ? event.target.closest<HTMLFormElement>('[data-request]') : null
  if (!form) return
  event.preventDefault()
  void import('./requestForm.ts').then(({ sendForm }) => sendForm(form))
})

document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]')
  if (event.key === 'k' && (event.metaKey || event.ctrlKey)) {
    event.preventDefault()
    void openPalette()
  } else if (event.key === '/' && !isTyping && !event.metaKey && !event.ctrlKey && !event.altKey) {
    const search = document.querySelector<HTMLInputElement>('[data-search]')
    if (!search) return
    event.preventDefault()
    search.focus()
  } else if (event.target instanceof HTMLElement && event.target.matches('[role=tab][data-tab]')) moveTab(event)
})

function toggleTheme(): void {
  const chosen = root.dataset['theme']
  const isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  root.dataset['theme'] = isDark ? 'light' : 'dark'
  localStorage.setItem('slipway.theme', root.dataset['theme'])
  window.dispatchEvent(new Event('slipway:theme'))
}

async function openPalette(): Promise<void> {
  const { openPalette: open } = await import('./palette.ts')
  open()
}

async function loadWallet(isAsked: boolean): Promise<void> {
  const { mountWallet } = await import('../wallet/mountWallet.tsx')
  mountWallet({ isAsked })
}

async function copy(element: HTMLElement): Promise<void> {
  await navigator.clipboard.writeText(element.dataset['copy'] ?? '')
  const said = element.querySelector('[role=status]') ?? element.appendChild(statusText())
  said.textContent = 'Copied'
  element.classList.add('copied')
  setTimeout(() => {
    said.textContent = ''
    element.classList.remove('copied')
  }, 1_500)
}

function statusText(): HTMLElement {
  const element = document.createElement('span')
  element.className = 'screen-reader'
  element.setAttribute('role', 'status')
  return element
}

/** Tabs of a document: `[data-tabs=selector]` around `[data-tab=name]`, and `[data-panel=name]` within the selector. */
function selectTab(tab: HTMLElement): void {
  const group = tab.closest<HTMLElement>('[data-tabs]')
  const scope = group && document.querySelector(group.dataset['tabs'] ?? '')
  if (!scope) return
  for (const other of group.querySelectorAll<HTMLElement>('[data-tab]')) {
    other.setAttribute('aria-selected', String(other === tab))
    other.tabIndex = other === tab ? 0 : -1
  }
  for (const panel of scope.querySelectorAll<HTMLElement>('[data-panel]'))
    panel.hidden = panel.dataset['panel'] !== tab.dataset['tab']
}

function moveTab(event: KeyboardEvent): void {
  const tab = event.target as HTMLElement
  const all = [...(tab.closest('[data-tabs]')?.querySelectorAll<HTMLElement>('[data-tab]') ?? [])]
  const index = all.indexOf(tab)
  const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: all.length - 1 }[event.key]
  const chosen = next === undefined ? undefined : all[(next + all.length) % all.length]
  if (!chosen) return
  event.preventDefault()
  selectTab(chosen)
  chosen.focus()
}

/** Visible on every page to a person who connected before or has a pending transaction. */
const isExpected =
  localStorage.getItem('slipway.wallet') !== null || (localStorage.getItem('slipway.transactions') ?? '[]') !== '[]'
if (isExpected) void loadWallet(false)

// Where nothing can be loaded, a page that says so is shown.
if (navigator.serviceWorker)
  window.addEventListener('load', () => {
    void navigator.serviceWorker.register('/assets/serviceWorker.js', { scope: '/' }).catch(() => {})
  })

// Clicks inside an interactive page wait until its script has taken over.
press((element) => element.closest('#app') === null)
if (!document.getElementById('app')) {
  stopKeeping()
  markReady()
}
