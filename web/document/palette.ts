import { flag } from '#site/flag.ts'
import { percent, shortAddress } from '#site/format.ts'
import type { IconName } from '#site/icons.ts'
import type { TokenPage } from '../api/launchpad.ts'
import { paths } from '../api/launchpad.ts'
import { request, urlOf } from '../api/request.ts'
import { isName, resolve } from '../names/resolveName.ts'
import { translated } from './translated.ts'

type Item = { label: string; note?: string; icon?: IconName; address?: string } & ({ href: string } | { press: string })

const PAGES: Item[] = [
  { label: 'Launch a token', href: '/launch/new', icon: 'rocket' },
  { label: 'Launches', href: '/launch', icon: 'layers' },
  { label: 'New position', href: '/positions/new', icon: 'plus' },
  { label: 'Positions', href: '/positions', icon: 'droplets' },
  { label: 'Pools', href: '/pools', icon: 'waves' },
  { label: 'Arena', href: '/arena', icon: 'messages-square' },
  { label: 'Boxes', href: '/boxes', icon: 'box' },
  { label: 'Portfolio', href: '/portfolio', icon: 'coins' },
  { label: 'Developers', href: '/developers', icon: 'code-xml' },
  { label: 'Create an API key', href: '/developers/keys', icon: 'key-round' },
  { label: 'API reference', href: '/developers/reference', icon: 'book-open' },
  { label: 'Explain a transaction', href: '/explain', icon: 'eye' },
  { label: 'Status', href: '/status', icon: 'activity' },
]

/** Actions press a button that every page has, also where it is hidden on a small screen. */
const ACTIONS: Item[] = [
  { label: 'Switch theme', press: '[data-theme-toggle]', icon: 'sun-moon' },
  { label: 'Wallet and activity', press: '#wallet button', icon: 'coins' },
]

const CODES =
  'invalid_argument failed_precondition out_of_range unauthenticated permission_denied not_found already_exists aborted resource_exhausted unknown internal data_loss unimplemented unavailable deadline_exceeded'.split(
    ' ',
  )

const WAIT_MS = 120
const SHOWN = 8

let dialog: HTMLDialogElement | undefined

/** Opens the palette: tokens, pages, actions and error codes by what is typed. */
export function openPalette(): void {
  dialog ??= create()
  if (dialog.open) return
  dialog.showModal()
  const input = dialog.querySelector('input')
  if (!input) return
  input.value = ''
  input.dispatchEvent(new Event('input'))
  input.focus()
}

function create(): HTMLDialogElement {
  const element = document.createElement('dialog')
  element.className = 'palette'
  element.setAttribute('aria-label', translated('Search or jump to'))
  element.innerHTML = `<div class="query"><svg class="icon" aria-hidden="true"><use href="#i-search"/></svg><input role="combobox" aria-expanded="true" aria-controls="palette-list" aria-autocomplete="list" aria-label="${translated('Search')}" placeholder="${translated('Token, symbol, address, page or error code')}" autocomplete="off" spellcheck="false"><kbd>esc</kbd></div><div id="palette-list" role="listbox" aria-label="${translated('Results')}"></div><p class="screen-reader" role="status"></p>`
  document.body.append(element)
  element.addEventListener('click', (event) => {
    if (event.target === element) element.close()
  })
  const input = element.querySelector('input') as HTMLInputElement
  input.addEventListener('input', () => void search(element, input.value.trim()))
  input.addEventListener('keydown', (event) => move(element, event))
  return element
}

let asked = 0

async function search(element: HTMLElement, text: string): Promise<void> {
  const mine = ++asked
  const wanted = text.toLowerCase()
  const isWanted = ({ label }: Item) => `${label} ${translated(label)}`.toLowerCase().includes(wanted)
  const pages = PAGES.filter(isWanted)
  const codes = wanted === '' ? [] : CODES.filter((code) => code.includes(wanted.replaceAll(' ', '_'))).map(codeItem)
  const actions = ACTIONS.filter(isWanted)
  const known = { 'Go to': pages, Actions: actions, Errors: codes }
  show(element, known)
  if (wanted === '') return
  await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  if (mine !== asked) return
  const [found, account] = await Promise.all([
    request<TokenPage>(urlOf(paths.tokens, { search: text, limit: SHOWN })).catch(() => undefined),
    isName(text) ? resolve(text).catch(() => undefined) : undefined,
  ])
  if (mine !== asked || (!found && !account)) return
  show(element, {
    Accounts: account ? [accountItem(account)] : [],
    Tokens: found?.tokens.map(tokenItem) ?? [],
    ...known,
  })
}

function tokenItem({ address, name, symbol, progressBps, graduated, imitates }: TokenPage['tokens'][number]): Item {
  const progress = graduated ? 'graduated' : percent(progressBps)
  const note = imitates === null ? progress : `not ${imitates}`
  return { label: `${name} ${symbol}`, note, href: `/launch/${address}`, address }
}

function accountItem({ name, address }: { name: string; address: string }): Item {
  return { label: name, note: shortAddress(address), href: `/portfolio/${address}`, address }
}

function codeItem(code: string): Item {
  return { label: code, href: `/developers/errors/${code}`, icon: 'circle-alert' }
}

function show(element: HTMLElement, groups: Record<string, Item[]>): void {
  const list = element.querySelector('#palette-list') as HTMLElement
  const parts = Object.entries(groups).flatMap(([title, items]) => (items.length === 0 ? [] : [group(title, items)]))
  list.replaceChildren(...parts)
  const options = [...list.querySelectorAll<HTMLElement>('[role=option]')]
  for (const [index, option] of options.entries()) option.id = `palette-${index}`
  const status = element.querySelector('[role=status]')
  if (status) status.textContent = translated(options.length === 0 ? 'Nothing found' : `${options.length} results`)
  if (options.length === 0)
    list.append(
      createElement('div', 'empty', translated('Nothing found. Paste a token address, or try fewer letters.')),
    )
  select(element, options[0])
}

function group(title: string, items: Item[]): HTMLElement {
  const part = createElement('div', '')
  part.setAttribute('role', 'group')
  part.setAttribute('aria-label', translated(title))
  const list = createElement('ul', '')
  list.setAttribute('role', 'presentation')
  list.append(...items.map(option))
  part.append(createElement('h4', '', translated(title)), list)
  return part
}

/** Names are strangers' text: they are set as text, never as markup. */
function option(item: Item): HTMLElement {
  const row = createElement('li', '')
  row.setAttribute('role', 'option')
  row.append(item.address === undefined ? iconOf(item.icon ?? 'search') : flagOf(item.address))
  const label = row.appendChild(createElement('span', 'grow clip'))
  label.append(createElement('bdi', '', item.address === undefined ? translated(item.label) : item.label))
  if (item.note !== undefined) row.append(createElement('span', 'text-small muted', translated(item.note)))
  row.addEventListener('click', () => choose(item))
  return row
}

function choose(item: Item): void {
  if ('href' in item) location.assign(item.href)
  else {
    dialog?.close()
    document.querySelector<HTMLElement>(item.press)?.click()
  }
}

function move(element: HTMLElement, event: KeyboardEvent): void {
  const options = [...element.querySelectorAll<HTMLElement>('[role=option]')]
  const at = options.findIndex((row) => row.getAttribute('aria-selected') === 'true')
  if (event.key === 'Enter') options[at]?.click()
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || options.length === 0) return
  event.preventDefault()
  select(element, options[(at + step + options.length) % options.length])
}

function select(element: HTMLElement, chosen: HTMLElement | undefined): void {
  for (const row of element.querySelectorAll('[role=option]')) row.setAttribute('aria-selected', String(row === chosen))
  const input = element.querySelector('input')
  if (chosen) input?.setAttribute('aria-activedescendant', chosen.id)
  else input?.removeAttribute('aria-activedescendant')
  chosen?.scrollIntoView({ block: 'nearest' })
}

function iconOf(name: IconName): SVGSVGElement {
  return drawing('icon', '0 0 24 24', `<use href="#i-${name}"/>`)
}

function flagOf(address: string): SVGSVGElement {
  const { ground, figure, path } = flag(address)
  return drawing(
    'avatar small',
    '0 0 12 12',
    `<path fill="${ground}" d="M0 0h12v12H0z"/><path fill="${figure}" d="${path}"/>`,
  )
}

function drawing(className: string, viewBox: string, inside: string): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('class', className)
  svg.setAttribute('viewBox', viewBox)
  svg.setAttribute('aria-hidden', 'true')
  svg.innerHTML = inside
  return svg
}

function createElement(tag: string, className: string, text = ''): HTMLElement {
  const element = document.createElement(tag)
  if (className) element.className = className
  element.textContent = text
  return element
}
