/** An invite travels behind the `#` of a link, which browsers send to nobody. */
export function inviteInAddress(): string | undefined {
  return new URLSearchParams(location.hash.slice(1)).get('invite') ?? undefined
}

export function inviteLink(roomId: string, token: string): string {
  return `${location.origin}/arena/${roomId}#invite=${encodeURIComponent(token)}`
}

/** Takes a used invite out of the address bar. */
export function forgetInvite(): void {
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search)
}

/** The token in a pasted text: the text itself, or a part of a link. */
export function tokenOf(pasted: string): string {
  const text = pasted.trim()
  const at = text.indexOf('#invite=')
  return at < 0 ? text : decodeURIComponent(text.slice(at + '#invite='.length))
}
