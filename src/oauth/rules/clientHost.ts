/** The host by which a person can recognise a client: that of its metadata document, or of its redirect. */
export function clientHost(clientId: string, redirectUri: string): string {
  const url = URL.parse(clientId)?.protocol === 'https:' ? new URL(clientId) : new URL(redirectUri)
  return url.host === '' ? `${url.protocol}//` : url.host
}
