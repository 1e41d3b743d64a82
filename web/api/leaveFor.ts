/** Goes to another page. Never resolves, so that whatever waits for it stays busy until the page is gone. */
export function leaveFor(url: string): Promise<never> {
  location.assign(url)
  return new Promise(() => {})
}
