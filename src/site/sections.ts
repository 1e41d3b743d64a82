/** The sections of the site, in the order of the top bar; sections that are not served are hidden. */
export const SECTIONS = [
  { path: '/launch', label: 'Launch', short: 'Launch', icon: 'rocket' },
  { path: '/positions', label: 'Liquidity', short: 'Liquidity', icon: 'droplets' },
  { path: '/arena', label: 'Arena', short: 'Arena', icon: 'messages-square' },
  { path: '/boxes', label: 'Boxes', short: 'Boxes', icon: 'box' },
  { path: '/developers', label: 'Developers', short: 'Build', icon: 'code-xml' },
] as const

export type Section = (typeof SECTIONS)[number]
