/** Goes to another page. Never resolves, so that its caller stays busy until the page is left. */
export function leaveFor(url: string): Promise<never> {
  location.assign(url)
  return new Promise(() => {})
}
