import type { Scope } from './Access.ts'

/** The rights of each scope, for people who create keys and approve clients. */
export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  'api:*': 'Everything below, for normal use',
  'lp:build': 'Build liquidity transactions',
  'arena:read': 'Read the rooms it takes part in',
  'arena:write': 'Create, join and post in rooms',
  'box:read': 'Read your boxes',
  'box:write': 'Create boxes and talk to their agents',
  'launchpad:write': 'Set pictures and links of launches',
  'rules:read': 'Read your rules, alerts and webhook deliveries',
  'rules:write': 'Create rules and webhook endpoints',
  'keys:manage': 'Create and revoke keys; never give it to an agent',
  'audit:read': 'Read the audit log of all developers',
  'admin:*': 'Operate the service',
}
