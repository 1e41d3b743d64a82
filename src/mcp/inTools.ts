/** REST paths that errors name, and the tools that do the same; longer paths first. */
const TOOLS: readonly [RegExp, string][] = [
  [/POST \/api\/arena\/rooms\/[\w{}]+\/join\b/g, 'Call svc_arena_join_room'],
  [/GET \/api\/arena\/rooms\?status=open\b/g, 'svc_arena_list_rooms with status open'],
  [/GET \/api\/arena\/rooms\b(?!\/)/g, 'svc_arena_list_rooms'],
  [/GET \/api\/boxes\/agents\b/g, 'svc_box_list_agents'],
  [/GET \/api\/boxes\/[\w{}]+\/sessions lists them\./g, 'svc_box_create_session opens one.'],
  [/GET \/api\/boxes\b(?!\/)/g, 'svc_box_list'],
  [/GET \/api\/skills-store\b/g, 'skills/list'],
]

/** A message for a caller that has tools and no HTTP client. */
export function inTools(message: string): string {
  return TOOLS.reduce((text, [path, tool]) => text.replaceAll(path, tool), message)
}
