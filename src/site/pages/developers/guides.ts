import { markdownPage } from './markdown.ts'

export const guides = markdownPage({
  path: '/developers/guides',
  title: 'Guides',
  lead: 'A first key, launch, position, agent and alert. Every block of code runs in the tests of the service.',
  file: 'guides.md',
})

export const changes = markdownPage({
  path: '/developers/changes',
  title: 'API changes',
  lead: 'What was added, changed and deprecated, newest first, and the rules for changes to come.',
  file: 'changes.md',
})
